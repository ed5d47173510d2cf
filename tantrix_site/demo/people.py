"""Whom the demo invents: nobody real. Family names are words for tiles, lines, loops and the like in many languages."""

from dataclasses import dataclass

from tantrix_site.demo.logins import ONE, TWO


@dataclass(frozen=True)
class Person:
    name: str
    country: str


# country: names, strongest first; different scripts, lengths and directions on purpose
_BY_COUNTRY = {
    "NZ": "Nelson Tilemaker, Moana Hexfield, Ari Loopwright, Tui Greenline, Kiri Cornerstone",
    "GB": "Agatha Sixsides, Rupert Forcedspace-Bridge, Ivy Roundabout, Ned Tilestone, Barnaby Edgecombe-Hex, "
    "Prudence Linewalker",
    "IE": "Aoife Ní Lúb, Oscar Mac Líne, Ó Í, Niamh Tíleach",
    "AU": "Bluey Longline, Matilda Looper, Skip Waratile, Dusty Corneroo",
    "US": "Hank Hexley, Dolores Six, Marvin Edgewise, Pearl Tilton, Wyatt Loophole, Opal Sixpence, Chester Tangle",
    "CA": "Maple Tilley, Étienne de la Tuile, Gordon Lineman, Fleur Carrelet",
    "FR": "Hugo Sixcôtés, Amélie Boucle, Noé Lalonguelignedelatuileverte, Zoé Tuilier, Élise Bordure",
    "BE": "Lotte Zeskant, Jef Dakpan, Odile Hexagone",
    "NL": "Sander van der Tegel, Fenna Lijnstra, Bram ten Lus, Joke Zeshoek, Wouter Lijnbaan",
    "DE": "Greta Sechseck, Wolfram Schleifenbein, Käthe Fliesenreich, Jörg Überlinie, "
    "Maximiliane-Theodora Sechseckfliesenlegerin-Schleifenberger",
    "AT": "Resi Plattler, Poldi Linienhuber, Vroni Sechserl",
    "CH": "Vreni Steinlegerli, Urs Sechsegg, Flurin Plattas, Beat Schlaufenegger",
    "DK": "Søren Sekskant, Åse Løkke-Linje, Mads Flisebjerg, Signe Slangeline",
    "NO": "Øystein Sekskantstad, Ingrid Flis, Bjørn Løkkevik, Terje Seksflis",
    "SE": "Åke Sexhörning, Ebba Slinga, Örjan Plattström, Siv Flisqvist",
    "FI": "Aino Silmukka, Väinö Kuusikulma, Pyry Laatta-Äijälä, Sulo Lenkkinen",
    "IS": "Þóra Sexhyrningsdóttir, Ægir Flísarson",
    "HU": "Hatszög Boglárka, Csempe Zoltán, Hurok Ödön, Vonal Piroska, Kőlapos Győző",
    "PL": "Wisława Sześciokątna, Bożydar Pętelka, Żaneta Płytkowska, Ścibor Liniowy, Zdzisława Kafelska",
    "CZ": "Růžena Šestihranná, Přemysl Dlaždička, Zdeněk Smyčka, Ctirad Kachlík",
    "SK": "Ľubica Slučková, Dušan Šesťhran",
    "RO": "Ștefan Hexagonescu, Ileana Buclă, Țuțu Plăcuță",
    "HR": "Šime Šesterokut, Đurđa Petlja",
    "RS": "Милица Шестоугаоник, Жарко Плочица",
    "BG": "Цветан Шестоъгълник, Радка Плочкова",
    "GR": "Ελένη Εξάγωνου, Πλάτων Πλακάκης, Θάλεια Βρόχου, Ηώ Πλακιδιώτη",
    "TR": "İpek Altıgen, Çağlar Döngü, Şule Karotaş, Gül Fayansoğlu",
    "ES": "Íñigo Seislados, Remedios Ficha, Nuria Bucle, Leocadio Baldosín",
    "PT": "Gonçalo Seis-Lados, Inês Azulejo, Zulmira Ladrilheiro",
    "BR": "Iracema Ladrilho, João Laço, Ubirajara Seis",
    "AR": "Facundo Baldosa, Milagros Hexagonal, Ramona Bucleta",
    "MX": "Xóchitl Seisladoseta, Pancho Azulejo",
    "IT": "Fiammetta Esagono, Ugo Piastrella, Sandro Laccio, Ottavia Seilati, Renzo Mattonella",
    "RU": "Иван Плиткин, Дарья Шестиугольникова, Пётр Петлёв, Ёлка Линейкина",
    "UA": "Соломія Шестикутник, Їжак Плиткаренко",
    "GE": "ნინო ექვსკუთხა, გია ფილა",
    "AM": "Անի Վեցանկյուն",
    "IL": "נועם משושה, תמר לולאה",
    "EG": "ليلى الحلقة, سامي البلاط",
    "IN": "Kaveri Loopamani, Meera Shatkon, Arjun Tilewala, Vikram Shatbhuj",
    "TH": "Mali Hokliam",
    "CN": "Liujiao Xing, Huan Huan",
    "JP": "Hana Rokkakukei, 六角はな, Sen Nagashi, Miyo Tairunuma",
    "KR": "Yukgak Hana, Gori Dul",
    "VN": "Lục Giác Hồng",
    "ZA": "Sipho Teëlman, Anneke Sesdraai",
    "KE": "Wanjiru Kigae",
    "MN": "Зургаан Өнцөгт",
}


def everybody(count: int) -> list[Person]:
    """The first `count` people by strength, the best of each country first; both players with logins are among them."""
    rows = [(country, [name.strip() for name in names.split(",")]) for country, names in _BY_COUNTRY.items()]
    found = [
        Person(names[rank], country) for rank in range(max(len(names) for _, names in rows))
        for country, names in rows if rank < len(names)
    ]  # fmt: skip
    found = found[: count - 2]
    # neither seeded nor last
    found[40:40] = [Person(ONE.name, "NZ")]
    found[70:70] = [Person(TWO.name, "HU")]
    return found
