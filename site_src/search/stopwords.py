"""Words that say nothing by themselves, by language; a question keeps the others."""

from __future__ import annotations

_ENGLISH = """
a about after all also am an and any are as at be because been before being but by can cannot could did do does doing
done for from get gets got had has have having he her here him his how i if in into is it its just like may me might
mine must my need no nor not now of off on once one only or other our out over own per she should so some such than
that the their them then there these they this those through to too under up upon use used using very was we were what
when where which while who whom whose why will with would you your happen happens happened mean means work works
rule rules someone something anything somebody anybody anyone everything say says said tell let lets
dont doesnt didnt isnt arent wasnt werent cant cannot couldnt wont wouldnt shouldnt hasnt havent hadnt mustnt aint
im ive id youre youve theyre theyve hes shes whats whos wheres whens hows thats theres heres gonna wanna gotta
hi hello hey please thanks thank guys sorry maybe actually really exactly question explain vs versus want wants wanted
"""
_SPANISH = """
a al algo ante antes aquel aquella aquello aun aunque cada como con contra cual cuales cuando cuanto cuantos de del desde
donde durante e el ella ellas ellos en entre era eran es esa esas ese eso esos esta estas este esto estos fue ha hace
hacer hago han hasta hay la las le les lo los mas me mi mis muy nada ni no nos o os para pasa pero por porque puede
pueden puedo que quien quienes se sea segun ser si sin sobre son su sus tambien te tiene tienen todo todos tras tu tus un
una unas uno unos y ya yo significa funciona regla reglas tengo tenemos debo debe deben quiero quiere hola gracias favor
cuanta cuantas hacen sirve sirven soy somos estoy estan voy aqui alli ahi
"""
_FRENCH = """
a au aux avec c ce ces cet cette comme comment dans de des du elle en est et eux il ils je l la le les leur leurs lui ma
mais me mes mon ne nos notre nous on ou par pas pour puis quand que quel quelle quelles quels qui quoi sa se ses si son
sont sur ta te tes toi ton tu un une vos votre vous y
"""
_GERMAN = """
aber als am an auch auf aus bei bin bis bist da das dass dem den der des die dies diese dieser dieses doch du durch ein
eine einem einen einer eines er es fur hat ich ihr im in ist ja kann mein mit nach nicht noch nur oder sein sich sie sind
so uber um und uns von vor wann warum was wenn wer wie wir wird wo zu zum zur
"""
_ITALIAN = """
a ad ai al alla alle anche che chi ci come con da dal dalla de dei del della delle di dove e ed gli ha ho i il in io la
le lo ma mi ne nei nel nella no non o per perche piu quale quando quanto se si sono su sul sulla tra un una uno
"""
_PORTUGUESE = """
a ao aos as com como da das de do dos e em entre essa esse esta este eu ha isso isto ja mais mas me na nas no nos o os
ou para pela pelo por porque qual quando que quem se sem seu sua sao um uma
"""

STOP_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in (
        ("en", _ENGLISH), ("es", _SPANISH), ("fr", _FRENCH), ("de", _GERMAN), ("it", _ITALIAN), ("pt", _PORTUGUESE),
    )
}  # fmt: skip


def stop_words(languages: tuple[str, ...]) -> frozenset[str]:
    """The stop words of every one of *languages* that has some."""
    found = frozenset[str]()
    for language in languages:
        found |= STOP_WORDS.get(language.partition("-")[0], frozenset())
    return found
