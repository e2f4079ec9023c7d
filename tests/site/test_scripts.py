"""Scripts as a site carries them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from site_src.plan import static_files
from site_src.scripts import lean

SCRIPTS = {path: data.decode() for path, data in static_files() if path.endswith(".js")}


def test_what_only_authors_read_is_left_out() -> None:
    script = '/* All about it. */\nvar lamp = {\n  lit: true, // now\n};\nvar said = "/* no */ // comment", held = `a  ${lamp.lit}  b`;\n'

    assert lean(script) == 'var lamp={lit:true,};var said="/* no */ // comment",held=`a  ${lamp.lit}  b`;\n'


def test_no_template_literal_is_nested() -> None:
    for path, script in SCRIPTS.items():
        for inside in re.findall(r"\$\{[^}]*", script):
            assert "`" not in inside, path


@pytest.mark.parametrize("path", sorted(SCRIPTS))
def test_every_script_of_a_site_can_still_be_read(path: str, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("NODE IS ABSENT: scripts were not checked")
    file = tmp_path / Path(path).name
    file.write_text(SCRIPTS[path], "utf-8")

    assert subprocess.run([node, "--check", str(file)], capture_output=True, text=True, timeout=60).stderr == ""
