"""Questions about a store that need more than SQL: comparisons, risk, evenings, luck, and frames for analysts."""
