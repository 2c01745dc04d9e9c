"""What pages are built from: HTML, blocks, table columns, links, numbers, colours."""
