"""The certificates that are checked, and those that are changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.certify.tank_certificates import proved
from tests.certify.tank_proofs import SIZES, made

from stackproof.certify.writing import write_all
from stackproof.editions.load import editions


@pytest.fixture(scope="session")
def true(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the certificates of all that is true of tanks."""
    folder = tmp_path_factory.mktemp("certificates")
    about = made(SIZES)
    known = list(editions().values())
    written = write_all(proved(about), about, known, folder, "two tanks", processes=1)
    assert not written.without
    return folder


@pytest.fixture
def copy(true: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    return Path(shutil.copytree(true, tmp_path / "copy"))
