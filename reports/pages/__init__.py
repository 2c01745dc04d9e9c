"""The pages, one module each, and the parts that several pages share."""
