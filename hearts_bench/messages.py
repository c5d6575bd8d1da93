"""Sentences for people: near names for a wrong one, and validation errors in plain words."""

import difflib
from collections.abc import Iterable
from types import UnionType
from typing import Any, get_args

from pydantic import BaseModel, ValidationError


def unknown_name(kind: str, name: str, known: Iterable[str]) -> str:
    """Return "unknown preset 'artcle'; did you mean 'article'?", or the list of known names if none is near."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    if near:
        return f"unknown {kind} {name!r}; did you mean {' or '.join(repr(each) for each in near)}?"
    return f"unknown {kind} {name!r}; there is {', '.join(names) if names else 'none'}"


def _fields(model: type[BaseModel], path: list[int | str]) -> list[str]:
    """Return the keys that the section of a model at a path may have."""
    annotation: Any = model
    for part in path:
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            fields = {field.alias or name: field for name, field in annotation.model_fields.items()}
            annotation = fields[str(part)].annotation
        else:  # a mapping or a list, whose values come last
            annotation = get_args(annotation)[-1]
        if isinstance(annotation, UnionType):  # a section that may be left out
            annotation = get_args(annotation)[0]
    return [field.alias or name for name, field in annotation.model_fields.items()]


def describe_validation(error: ValidationError, model: type[BaseModel]) -> str:
    """Return what is wrong with an input for `model`, field by field, with near names for unknown ones."""
    sentences = []
    for problem in error.errors():
        place = ".".join(str(part) for part in problem["loc"])
        if problem["type"] == "extra_forbidden":
            *section, key = problem["loc"]
            where = f" in {'.'.join(map(str, section))}" if section else ""
            sentences.append(unknown_name(f"key{where}", str(key), _fields(model, section)))
        elif problem["type"] == "missing":
            sentences.append(f"{place} is missing")
        else:
            sentences.append(f"{place}: {problem['msg'][0].lower()}{problem['msg'][1:]}, not {problem['input']!r}")
    return "; ".join(sentences)
