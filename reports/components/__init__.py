"""The parts of pages: HTML, blocks, table columns, links, numbers, colours."""
