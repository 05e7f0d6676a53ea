"""JSON follows the published schema."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from tests.report.runs import OUTCOMES, outcome

from stackproof.report import schema

PUBLISHED = Path(str(schema.__file__)).with_suffix(".json")


def test_the_published_schema_is_that_of_the_result_object() -> None:
    assert json.loads(PUBLISHED.read_text("utf-8")) == schema.schema(), (
        "python -m stackproof.report.schema > proofs/stackproof/report/schema.json"
    )


@pytest.mark.parametrize("kind", OUTCOMES)
def test_a_report_is_valid(kind: str, tmp_path: Path) -> None:
    document = json.loads(outcome(kind, tmp_path).render("json"))
    published = json.loads(PUBLISHED.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(published)
    jsonschema.validate(document, published)
    assert document["schema"] == 1


def test_the_schema_refuses_what_is_no_report(tmp_path: Path) -> None:
    document = json.loads(outcome("green", tmp_path).render("json"))
    document["results"][0]["verdict"] = "green"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema.schema())
