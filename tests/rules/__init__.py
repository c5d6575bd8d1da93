"""The clauses of the rules, one by one, and two outside judges of the engine: a slow one and OpenSpiel."""
