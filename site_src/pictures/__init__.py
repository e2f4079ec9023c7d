"""Pictures that are at hand (``at_hand``), told by their bytes (``kinds``), drawings cleaned (``svg``)."""

from site_src.pictures.at_hand import File, Pictures, size_of

__all__ = ["File", "Pictures", "size_of"]
