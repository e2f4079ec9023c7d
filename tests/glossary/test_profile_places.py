"""A profile that cannot be read is explained by line."""

from __future__ import annotations

import pytest

from ingest.errors import ProfileError
from ingest.profile import read_profile


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name = "x"\n[[kinds]]\nid = "a"\n[[kinds]]\nid = 3\n', "moths.toml, line 5: Expected `str`, got `int`, in kinds[1].id."),
        ('name = "x"\n\n[linking]\n# fewest\nshortest = "2"\n', "line 5: Expected `int`, got `str`, in linking.shortest."),
        (
            'name = "x"\n[linking.languages.de]\nplurals = [\n  ["a$", "b"],\n  ["c", 3],\n]\n',
            "line 3: Expected `str`, got `int`, in linking.languages.de.plurals[1][1].",
        ),
        ('name = "x"\n[templates.names]\na = { means = "box" }\nb = { means = "boxx" }\n', "line 4: Invalid enum value 'boxx', in templates.names.b.means."),
        ('name = "x"\n[templates.names.b]\nmeans = "box"\ncolr = "1"\n', "line 4: Object contains unknown field `colr`, in templates.names.b. Did you mean 'colour'?"),
        ('name = "x"\n[linking]\nnever = [\n  "a",\n  "(b",\n]\n', "line 5: '(b' is no regular expression"),
        ('title = "x"\n', "moths.toml: Object missing required field `name`."),
        ('name = "x"\n[translations.es]\nPolilla = "Moth"\n"Alas grises" = 1\n', "line 4: Expected `str`, got `int`, in translations.es.Alas grises."),
    ],
)  # fmt: skip
def test_a_value_of_a_wrong_type_is_told_by_line_and_path(text: str, said: str) -> None:
    with pytest.raises(ProfileError) as caught:
        read_profile(text, origin="moths.toml")

    assert said in str(caught.value)
