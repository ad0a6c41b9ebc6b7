"""Forms of a verb share a stem with it, so that a sentence may be told in any of them."""

import pytest

from companion.rulebook.stems import all_stems


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("usar", "uso usé usó usamos usado usando usándolo usarlo use"),
        ("echar", "echo eché echó echaron echado echando"),
        ("entrar", "entro entré entrado entrando"),
        ("alzar", "alzo alcé alzó alzado"),
        ("ir", "voy va fui fue fuimos yendo"),
        ("dar", "doy di dio dimos dando"),
        ("hacer", "hago hice hizo hecho haré haciendo"),
        ("poner", "pongo puse puso puesto pondré"),
        ("traer", "traigo traje trajo traído"),
        ("volver", "vuelvo volví vuelto"),
        ("decir", "digo dije dicho"),
        ("conducir", "conduzco conduje conducido"),
        ("convertir", "convierto convirtió convirtiendo"),
        ("tercer", "tercero tercera"),
        ("oro", "oros"),
    ],
)
def test_forms_share_a_stem(verb: str, forms: str) -> None:
    apart = [form for form in forms.split() if not all_stems(form) & all_stems(verb)]
    assert apart == []


@pytest.mark.parametrize(
    ("one", "other"),
    [("dado", "dar"), ("casa", "caja"), ("madera", "mandar"), ("coger", "colocar")],
)
def test_other_words_share_none(one: str, other: str) -> None:
    assert not all_stems(one) & all_stems(other)
