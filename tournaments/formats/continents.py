"""The continent of each country, for continental championships (`docs/regulations.md` 7.2).

Codes are those of ISO 3166; Kosovo has the one in common use. A country in two continents stands where its
capital and most of its people are; an event may admit further countries.
"""

from collections.abc import Mapping
from typing import Final

EUROPE, AMERICA, AFRICA, ASIA, OCEANIA = "EU", "AM", "AF", "AS", "OC"
CONTINENTS: Final = (EUROPE, AMERICA, AFRICA, ASIA, OCEANIA)

_BY_CONTINENT: Final = {
    EUROPE: """
        AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK
        MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK""",
    AMERICA: """
        AG AI AR AW BB BL BM BO BQ BR BS BZ CA CL CO CR CU CW DM DO EC FK GD GF GL GP GS GT GY HN HT JM KN KY LC MF MQ
        MS MX NI PA PE PM PR PY SR SV SX TC TT US UY VC VE VG VI""",
    AFRICA: """
        AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW MZ NA
        NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW""",
    ASIA: """
        AE AF AM AZ BD BH BN BT CN GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS
        QA SA SG SY TH TJ TL TM TR TW UZ VN YE""",
    OCEANIA: """
        AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS""",
}  # fmt: skip

CONTINENT_OF: Final[Mapping[str, str]] = {
    country: continent for continent, countries in _BY_CONTINENT.items() for country in countries.split()
}
"""Country to continent; the uninhabited lands of the Antarctic belong to none."""
