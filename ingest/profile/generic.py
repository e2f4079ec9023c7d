"""Heads of parts that games of this kind print again and again: what is known of them without a profile.

They serve a game whose profile names no parts; one that does knows better.
"""

from __future__ import annotations

from ingest.profile.glossary import PartName

GENERIC_PARTS: tuple[PartName, ...] = (
    PartName(
        key="requirements",
        heads=("Requirements", "Requirement", "Prerequisites", "Prerequisite", "Requisitos", "Requisito", "Prerrequisitos"),
    ),
    PartName(key="effects", heads=("Effects", "Effect", "Efectos", "Efecto")),
    PartName(key="activation", heads=("Activation", "Activación")),
    PartName(key="cancellation", heads=("Cancellation", "Cancelation", "Cancelación")),
    PartName(
        key="restrictions",
        heads=("Restrictions", "Restriction", "Limitations", "Restricciones", "Restricción", "Limitaciones"),
    ),
    PartName(key="exceptions", heads=("Exceptions", "Exception", "Excepciones", "Excepción")),
    PartName(key="benefits", heads=("Benefits", "Benefit", "Beneficios", "Beneficio")),
    PartName(key="trigger", heads=("Trigger", "Triggers", "Desencadenante", "Desencadenantes")),
    PartName(key="duration", heads=("Duration", "Duración")),
    PartName(key="description", heads=("Description", "Descripción")),
    PartName(key="usage", heads=("Usage", "Uso")),
)  # fmt: skip
SHY = frozenset(("activation", "trigger", "duration", "description", "usage"))
"""Keys of parts whose heads are names of rules too: they are parts only where other parts stand beside them."""

GENERIC_HEADS = {head.casefold(): part.key for part in GENERIC_PARTS for head in part.heads}
SURE_HEADS = frozenset(head for head, key in GENERIC_HEADS.items() if key not in SHY)
