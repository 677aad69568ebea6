/** Pages written for the tests, by language and kind. Each has at least two main sections unless it says otherwise. */
export const PAGES: Readonly<Record<string, string>> = {
  'en how-to': `# How to brew pour-over coffee

Pour-over coffee is a manual brewing method in which hot water is poured over ground coffee in a filter. It gives a clean cup with clear flavours, and it needs only cheap equipment. Many baristas, e.g. Mr. Hoffmann, prefer it to other methods.

## Equipment

You need a dripper, a paper filter, a kettle with a narrow spout and a scale. The kettle should hold at least 600 ml of water. A grinder helps, because coffee loses its flavour within minutes after grinding.

- A [dripper](https://example.com/dripper.html) made of ceramic or plastic.
- Paper filters that fit the dripper.

## Steps

1. Boil the water and let it cool to 94 °C.
2. Rinse the filter with hot water.
3. Pour 60 g of water over 30 g of coffee and wait for 45 seconds.

## Why does the water temperature matter?

Water that is too hot extracts bitter compounds from the coffee. Water that is too cold leaves the coffee sour and thin. A temperature between 92 and 96 °C is a good compromise for most coffees. Lighter roasts need hotter water, because their cells are denser and give up their flavours more slowly.
`,
  'en article without headings': `The lighthouse at the northern cape was built in 1874 by a crew of forty men. Its lamp burned rapeseed oil until 1911, when the keepers changed to paraffin. In 1952 the lighthouse was connected to the electric grid, and the last keeper left it ten years later.

Today the lighthouse belongs to a small trust that restores the tower stone by stone. Visitors climb the 212 steps to the gallery on summer weekends. The trust sells tickets and old photographs, which pay for the paint and the glass of the lamp room.

Storms remain the greatest danger to the building. The winter of 2013 broke four panes of the lamp room and tore the copper roof from its frame. **Salt water** had weakened the frame for decades, and nobody had noticed it in time.
`,
  'en minutes with tasks': `# Minutes of the garden committee

## Water

The well was dry for nine days in August, and the beds in the east lost half of their beans. The committee agreed that the pump is too weak for the new beds.

- [ ] Anna asks two firms for the price of a stronger pump by 1 October.
- [x] Ben measured the depth of the well.

## Money

The account holds 412 euros after the summer feast. Members must pay their fees before the end of November. The feast itself brought in less than the year before because of the rain.
`,
  'en reference with code': `# parseRange

\`parseRange(text)\` reads a range such as \`1-5\` and returns its two ends as numbers. It accepts white space around the dash and around the numbers.

\`\`\`js
parseRange('1-5'); // must not be read as a sentence. Never.
\`\`\`

## Errors

A text without a dash makes the function return null instead of throwing. Numbers beyond the safe integers are refused in the same way, so that no precision is lost silently.

| Input | Result |
| --- | --- |
| \`1-5\` | 1 and 5 |

## Performance

The function reads each character once and allocates nothing but the result. On long lists of ranges it is limited by the memory and not by the parser.
`,
  'de Bericht': `# Der Wald nach dem Sturm

Der Sturm vom 3. Oktober hat im Stadtwald mehr als zweitausend Bäume umgeworfen. Die meisten davon waren Fichten, die auf flachem Boden standen und deren Wurzeln nicht tief reichten. Das Forstamt schätzt den Schaden auf rund 400.000 Euro.

## Aufräumen

Die Wege im Norden bleiben bis zum Frühjahr gesperrt. Besucher müssen die Absperrungen beachten, weil noch Äste in den Kronen hängen. Das Holz wird am Rand der Wege gelagert und im Winter verkauft.

## Neue Bäume

Das Forstamt pflanzt im nächsten Jahr Eichen, Linden und Hainbuchen. Diese Arten vertragen trockene Sommer besser als die Fichte und wurzeln tiefer. Schulen können sich für Pflanztage anmelden, die im März beginnen.
`,
  'de ohne Aufgaben': `# Die Geschichte der Brücke

## Bau

Die alte Brücke über den Fluss wurde im Jahr 1786 aus rotem Sandstein gebaut. Ihre fünf Bögen tragen noch heute den Verkehr der ganzen Altstadt. Der Baumeister stammte aus einer Familie von Müllern.

## Namen

Der Name der Brücke erinnert an einen Fürsten, der sie nie betreten hat. Im Volk heißt sie seit langer Zeit nur die Rote. Auf alten Karten steht noch ein dritter Name, den niemand mehr kennt.
`,
  'fr guide': `# Conserver les pommes tout l’hiver

Les pommes se conservent pendant cinq mois si la cave reste fraîche et humide. La température idéale se situe entre deux et quatre degrés. Une seule pomme abîmée suffit pour gâter toute une caisse.

## Choisir les fruits

Il faut cueillir les pommes par temps sec et les manier avec douceur. Les variétés tardives se gardent mieux que les variétés d’été, parce que leur peau est plus épaisse. Les fruits tombés sont destinés au jus.

## Surveiller la cave

La cave est aérée la nuit, quand l’air du dehors est plus froid que celui du dedans. Un bac d’eau posé au sol maintient l’humidité dans la pièce. Chaque semaine, on retire les fruits qui montrent des taches brunes.
`,
  'es artículo': `# El mercado de los jueves

El mercado de los jueves ocupa la plaza mayor desde el siglo XV. Los agricultores de los pueblos vecinos venden allí sus verduras, sus quesos y sus aceites. En los últimos años también han llegado puestos de pan y de flores.

## Horarios

El mercado abre a las siete de la mañana y cierra a las dos de la tarde. Los vendedores deben retirar sus puestos antes de las tres. Cuando el jueves es festivo, el mercado se celebra el miércoles.

## ¿Cómo se llega a la plaza?

La línea cuatro del autobús se detiene a cien metros de la plaza. El aparcamiento del río es gratuito durante las dos primeras horas. Las bicicletas se pueden dejar junto a la fuente.
`,
  'ru статья': `# Как зимуют пчёлы

Зимой пчёлы собираются в плотный клуб вокруг матки. Они греют друг друга, сокращая мышцы крыльев, и медленно расходуют запасы мёда. Температура в середине клуба не опускается ниже двадцати градусов.

## Корм

Семье средней силы нужно около двадцати килограммов мёда на зиму. Пасечник проверяет запасы осенью и добавляет сироп, если мёда не хватает. Поздняя подкормка вредит пчёлам, потому что они не успевают её переработать.

## Влага

Сырость опаснее мороза, ведь мокрый клуб быстро теряет тепло. Верхний леток оставляют открытым, чтобы влажный воздух выходил из улья. Утепление кладут только поверх сухого потолка.
`,
  'ja 解説': `# 味噌の作り方

味噌は大豆と麹と塩を混ぜて発酵させた食品です。地方によって使う麹の種類が異なり、色や香りも大きく変わります。家庭でも半年ほどで作ることができます。

## 材料

大豆は一晩水につけてから使います。麹は米麹が一般的ですが、九州では麦麹が好まれます。塩は大豆の重さの半分ほどを用意してください。

## 発酵

容器に詰めた味噌は涼しい場所に置きます。夏を越すと発酵が進み、色が濃くなります。表面に白いカビが出ても、その部分を取り除けば食べられます。
`,
  'zh 文章': `# 茶叶的保存方法

茶叶容易吸收空气中的水分和气味。保存不当的茶叶会在几个星期内失去香气。绿茶比红茶更怕光和热，所以最好放在冰箱里。

## 容器

金属罐和陶瓷罐都适合存放茶叶。玻璃瓶虽然好看，但是光线会破坏茶叶的颜色。容器里必须保持干燥，不能留下水珠。

## 时间

绿茶在开封以后应该在三个月内喝完。普洱茶可以存放几十年，味道会慢慢变得柔和。每次取茶以后要马上盖好盖子。
`,
  'ko 안내': `# 김치를 보관하는 방법

김치는 온도에 따라 익는 속도가 크게 달라집니다. 냉장고에서는 한 달 이상 아삭한 맛을 유지할 수 있습니다. 뚜껑을 자주 열면 공기가 들어가 맛이 빨리 변합니다.

## 용기

유리 용기는 냄새가 배지 않아 김치를 담기에 좋습니다. 플라스틱 용기는 가볍지만 색이 쉽게 물듭니다. 용기는 가득 채우지 말고 위를 조금 비워 두십시오.

## 온도

김치 냉장고의 온도는 영하 일 도가 알맞습니다. 온도가 오르내리면 김치가 물러지기 쉽습니다.
`,
};
