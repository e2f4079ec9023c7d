"""Written links, other titles of pages, and links that nobody wrote.

How a site is linked, page by page, with nothing but names in memory::

    names   = [page_names(page, newest_document, profile) for page in pages]        # pages with a text
    aliases = infer_aliases(names, profile, confirmed=…, refused=…)                 # page title → titles
    entries = [with_titles(entry, titles_of(aliases)) for entry in entries]        # a page's lead entry has its titles
    table   = NameTable(names, profile, entries=entries, aliases=aliases)
    resolver = Resolver(table)
    vocabulary = Vocabulary(entries, profile, resolver)   # homonyms mean what a written link of the name means
    targets, backlinks = Targets(), Backlinks()

    for each revision with a document, its scope's edition (else the page's) and language:
        links = page_links(document, revision, resolver, edition=…, language=…, vocabulary=…)  # → shelf "links"
        targets.add(links, newest=revision.id == page.newest)
        for the newest revision only:
            for entry, linked in entry_links(document, revision, entries_of_page, resolver, edition=…):
                backlinks.add(entry, [linked])                                      # a rulebook: entry_mentions
            diagnostics += link_diagnostics(document, revision, page, resolver, edition=…)
    for row in targets.rows(): …                                                    # → shelf "targets"
    entry = replace(entry, links=backlinks.links(entry.id), linked_from=backlinks.linked_from(entry.id))

:func:`titles_of` gives each page's ``aliases``. :func:`autolink` is for rendering: a document in, a document with
links to entries out; stored documents stay as they were written. :func:`autolink_nodes` does it for a
part of one, such as the text of an entry on the entry's own page. :func:`suggest_twins` finds pairs of names in two
languages that a person may put into the profile.
"""

from ingest.links.aliases import infer_aliases, titles_of, with_titles
from ingest.links.autolink import autolink, autolink_nodes, mentions
from ingest.links.names import PageNames, page_names
from ingest.links.pages import Backlinks, Targets, entry_links, entry_mentions, link_diagnostics, page_links
from ingest.links.resolve import Resolver
from ingest.links.table import NameTable
from ingest.links.twins import suggest_twins
from ingest.links.vocabulary import Vocabulary

__all__ = [
    "Backlinks",
    "NameTable",
    "PageNames",
    "Resolver",
    "Targets",
    "Vocabulary",
    "autolink",
    "autolink_nodes",
    "entry_links",
    "entry_mentions",
    "infer_aliases",
    "link_diagnostics",
    "mentions",
    "page_links",
    "page_names",
    "suggest_twins",
    "titles_of",
    "with_titles",
]
