"""The JSON schema of certificate files, made from the types that read them.

``schema.json`` is the published copy: ``python -m stackproof.certify.schema`` prints it.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from .certificate import Certificate


def schema() -> dict[str, Any]:
    """The schema of version 1."""
    body = msgspec.json.schema(Certificate)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(schema(), indent=2) + "\n")
