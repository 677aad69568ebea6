/** Pages written for tests of questions: tables, questions with answers, steps, code, in six languages. */
export const QUESTION_PAGES = {
  pool: `# Riverside Swimming Pool

The Riverside pool reopened in May 2021 after a renovation that took eighteen months and cost £2.4 million. It has a 25-metre main pool, a learner pool and a sauna.

## Opening hours

| Day | Main pool | Sauna |
| --- | --- | --- |
| Monday | 6:30–21:00 | closed |
| Tuesday to Friday | 6:30–22:00 | 14:00–22:00 |
| Saturday | 8:00–18:00 | 10:00–18:00 |
| Sunday | 9:00–17:00 | 10:00–17:00 |

The last admission is 45 minutes before closing time.

## Prices

| Ticket | Single visit | Ten visits |
| --- | --- | --- |
| Adult | £6.50 | £55 |
| Child (under 16) | £3.20 | £27 |
| Family | £16.00 | £140 |
| Sauna supplement | £4.00 | – |

Residents of the borough get a discount of 10 % with a library card.

## Courses

Swimming courses for beginners start every first Monday of the month. They are led by Marta Lindqvist, who trained the county's junior team for nine years. A course has eight lessons of 45 minutes.

- Baby swimming: from 4 months, Tuesday mornings
- Aqua fitness: Thursdays at 19:00, no booking needed
- Lifesaving badge: ages 12 and up, twice a year

## FAQ

### Can I bring my own towel?

Yes. Towels can also be hired at the desk for £2.

### Is there parking?

There are 60 free spaces behind the building. Blue-badge holders may park in front of the entrance.

### Are dogs allowed?

No, dogs are not allowed anywhere in the building. Assistance dogs are welcome in the entrance hall.

## Contact

Call 020 5550 1234 or write to desk@riverside-pool.example. The pool is at 14 Mill Lane, Riverton.
`,
  tool: `# tidegrep

tidegrep is a command-line tool that searches compressed log files without unpacking them. It is written in Rust and runs on Linux, macOS and Windows.

## Features

- Searches gzip, zstd and xz files directly
- Prints results as JSON lines
- Uses all cores by default
- Honours \`.gitignore\`

## Installation

Install it with cargo:

\`\`\`sh
cargo install tidegrep --locked
\`\`\`

On Debian, use \`apt install tidegrep\`.

## Options

| Option | Default | Description |
| --- | --- | --- |
| \`--jobs N\` | number of cores | worker threads to start |
| \`--max-size\` | 2 GiB | skips files larger than this |
| \`--context\` | 0 | lines of context around a match |
| \`--color\` | auto | \`always\`, \`never\` or \`auto\` |

## Configuration

1. Create the file \`~/.config/tidegrep.toml\`.
2. Set \`jobs\` to the number of threads that you want.
3. Run \`tidegrep --check\` to validate the file.

## Limitations

tidegrep cannot search encrypted archives. Files above 64 GiB are read in a single thread, which is slow. Windows builds lack support for xz.

## Licence

tidegrep is released under the Apache-2.0 licence. It was started by Jonas Weber in 2019; the current maintainer is Priya Nair.
`,
  museum: `# Stadtmuseum Neuhafen

Das Stadtmuseum zeigt die Geschichte des Hafens von 1650 bis heute. Es wurde 1911 in einem ehemaligen Speicher eröffnet und 2018 umfassend saniert.

## Öffnungszeiten und Preise

Das Museum ist dienstags bis sonntags von 10 bis 18 Uhr geöffnet, donnerstags bis 20 Uhr. Montags bleibt es geschlossen.

| Karte | Preis |
| --- | --- |
| Erwachsene | 9 € |
| Ermäßigt | 5 € |
| Kinder unter 12 Jahren | frei |
| Jahreskarte | 32 € |

## Ausstellung

Die Dauerausstellung umfasst drei Etagen mit rund 4.200 Objekten. Das bekannteste Stück ist das Modell der Fregatte „Amalie“, das der Tischler Heinrich Brandt 1742 gebaut hat. Audioguides gibt es in sechs Sprachen.

## Anfahrt

Die Straßenbahnlinien 2 und 9 halten direkt vor dem Haus (Haltestelle Speicherplatz). Parkplätze gibt es nur für Reisebusse.

## Führungen

- Hafenrundgang: sonntags um 11 Uhr, 90 Minuten
- Kinderführung „Piraten“: samstags um 15 Uhr
- Gruppen melden sich bitte zwei Wochen vorher an

Fotografieren ist ohne Blitz erlaubt. Große Taschen müssen an der Garderobe abgegeben werden.
`,
  law: `# La nouvelle loi sur les emballages

Le Sénat a adopté mardi 12 mars la loi sur les emballages par 214 voix contre 98. Le texte interdit les barquettes en plastique à usage unique à partir du 1er janvier 2027.

La ministre de l’Environnement, Claire Fontenay, a salué « un tournant pour les communes ». Selon elle, la loi évitera 300 000 tonnes de déchets par an. L’opposition critique surtout le coût pour les petits commerces, estimé à 1 200 euros par magasin.

## Ce qui change

- Les restaurants devront proposer de la vaisselle réutilisable.
- Les supermarchés de plus de 400 m² reprendront les bouteilles consignées.
- Les amendes iront de 500 à 15 000 euros.

## Calendrier

La loi entre en vigueur le 1er juillet 2026. Les marchés de plein air auront un an de plus pour s’adapter.
`,
  coffee: `# Cafetera Lumo X2

La Lumo X2 es una cafetera automática con molinillo integrado. Prepara un espresso en 35 segundos y consume 1.350 vatios.

## Características

- Depósito de agua de 1,8 litros
- Molinillo cerámico con 12 niveles
- Pantalla táctil en seis idiomas
- Limpieza automática

## Precio y garantía

El precio es de 489 euros, con envío gratuito en la península. La garantía dura tres años. Las devoluciones se aceptan durante 30 días.

## Mantenimiento

1. Vacíe la bandeja todos los días.
2. Descalcifique la máquina cada dos meses.
3. Cambie el filtro cada 50 litros.
`,
  tea: `# 龙井茶的冲泡方法

龙井茶是产于杭州西湖一带的绿茶，已有一千二百多年的历史。它以色绿、香郁、味甘、形美著称。

## 水温

冲泡龙井的水温以80至85摄氏度为宜。水温过高会破坏茶叶中的维生素。

## 步骤

1. 用热水温杯。
2. 放入3克茶叶。
3. 倒入三分之一的水，摇香十秒。
4. 注满水，两分钟后饮用。

## 价格

明前龙井每斤大约1200元，雨前龙井每斤约600元。

## 保存

茶叶应密封后放入冰箱，可以保存一年。
`,
  train: `# 青葉鉄道の一日乗車券

青葉鉄道の一日乗車券は、全線が乗り放題になる切符です。大人は1,200円、子どもは600円です。

## 購入場所

乗車券は青葉駅と海岸駅の窓口で販売しています。車内では購入できません。

## 有効期間

使用開始の日の終電まで有効です。払い戻しは使用前に限り、手数料220円がかかります。

## 特典

沿線の温泉では、乗車券を見せると入浴料が100円引きになります。
`,
} as const;
