"""The JSON schema of the JSON report, made from the types of the result object.

``schema.json`` is the published copy: ``python -m stackproof.report.schema`` prints it.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Literal

import msgspec

from .result import Result, Verdict


class Document(msgspec.Struct, frozen=True):
    """All results of a run, with the verdict on the run."""

    schema: Literal[1]
    verdict: Verdict
    results: list[Result]


def schema() -> dict[str, Any]:
    """The schema. What it does not know is allowed: fields are added within a version."""
    body = msgspec.json.schema(Document)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(schema(), indent=2) + "\n")
