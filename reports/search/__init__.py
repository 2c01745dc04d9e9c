"""The search for hands: the query language, the search in the store, and the data of the page of hands."""
