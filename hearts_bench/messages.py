"""Sentences for people: near names for a wrong one, and validation errors in plain words."""

import difflib
from collections.abc import Iterable

from pydantic import BaseModel, ValidationError


def unknown_name(kind: str, name: str, known: Iterable[str]) -> str:
    """Return "unknown preset 'artcle'; did you mean 'article'?", or the list of known names if none is near."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    if near:
        return f"unknown {kind} {name!r}; did you mean {' or '.join(repr(each) for each in near)}?"
    return f"unknown {kind} {name!r}; there is {', '.join(names) if names else 'none'}"


def describe_validation(error: ValidationError, model: type[BaseModel]) -> str:
    """Return what is wrong with an input for `model`, field by field, with near names for unknown ones."""
    sentences = []
    for problem in error.errors():
        place = ".".join(str(part) for part in problem["loc"])
        if problem["type"] == "extra_forbidden":
            sentences.append(unknown_name("key", place, model.model_fields))
        elif problem["type"] == "missing":
            sentences.append(f"{place} is missing")
        else:
            sentences.append(f"{place}: {problem['msg'][0].lower()}{problem['msg'][1:]}, not {problem['input']!r}")
    return "; ".join(sentences)
