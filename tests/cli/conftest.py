"""What several tests of commands on run folders share."""

from pathlib import Path

import pytest

from .program import LINE_UPS, invoke, write_config


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished run, for all tests to copy."""
    folder = tmp_path_factory.mktemp("played")
    config = write_config(folder / "two.yaml", LINE_UPS, deals=96)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hearts_bench.records._DEALS_PER_SHARD", 1)  # a shard for every chunk
        assert invoke("run", config, "--out", folder / "run", "--jobs", 1).code == 0
    assert len(list((folder / "run" / "deals").iterdir())) >= 4
    return folder / "run"
