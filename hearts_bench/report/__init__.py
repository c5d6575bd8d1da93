"""Results for people: tables, charts and texts; no statistics are computed here."""
