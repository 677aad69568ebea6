/** Pages long enough that a fifth of each has room for a sentence of every main section. */
export const LONG_PAGES: Readonly<Record<string, string>> = {
  'en museum guide': `# The river museum

## The building

The museum stands in a former grain store beside the old harbour. Its walls are made of brick and are almost a metre thick. Barges once unloaded wheat directly through the arches on the water side. In 1978 the last miller left, and for twelve years only pigeons lived under the roof. The city bought the house in 1990 and repaired the beams. A glass lift now carries visitors past the five floors. The top floor offers a wide view over the river and its three bridges.

## The collection

The collection holds more than four thousand objects from daily life on the river. Visitors see nets, anchors, charts and the complete cabin of a tug. A long case shows how bridges were built before there was steel. Children may steer a model barge through a lock and feel the current. Letters of the boatmen tell of floods, of ice and of long waits. Every spring the museum lends some of its charts to schools. New objects come from families whose grandparents worked on the water.

## Visiting

The museum is open from Tuesday to Sunday between ten and six. Tickets cost eight euros, and children under twelve pay nothing. Guided tours start at eleven and at three from the main hall. Wheelchairs reach every floor with the lift. The café serves soup and cake until half past five. Trams number two and nine stop in front of the door.
`,
  'en software guide without tasks': `# How the cache works

## Lookup

The cache keeps answers in a table whose size never changes. A lookup reads one slot and compares the stored key with the wanted one. When both are equal the answer is returned without any further work. When they differ the answer is computed and written into the slot. Two threads that miss at the same time compute the answer twice. This costs a little time, but it keeps the table free of locks. Reads are therefore always fast, even under heavy load.

## Eviction

An entry disappears when another key falls into its slot. There is no list of recent use and no clock that counts age. This sounds crude, yet measurements show a hit rate above ninety percent. The rate depends on the size of the table and on the spread of the keys. A hash of good quality spreads the keys evenly. Poor hashes fill some slots often and leave others empty.

## Memory

The table takes sixteen bytes for each slot and nothing else. Answers themselves live outside the table and are shared by reference. A table with one million slots therefore takes sixteen megabytes. Larger tables help little once the working set fits. The process gives the memory back when the cache is closed.
`,
  'de Wanderweg': `# Der Höhenweg am See

## Strecke

Der Höhenweg führt in sechs Stunden rund um den See. Er beginnt am Bahnhof und steigt zuerst durch einen Buchenwald. Nach einer Stunde erreicht er eine Alm mit einem Brunnen. Von dort sieht man bei klarem Wetter bis zu den Gletschern. Der schönste Teil folgt einem schmalen Grat über dem Wasser. Zwei kurze Stellen sind mit Seilen gesichert. Der Abstieg endet an der alten Fähre im Süden.

## Jahreszeit

Im Frühling liegt im Schatten der Felsen noch lange Schnee. Der Sommer bringt am Nachmittag oft Gewitter aus dem Westen. Die beste Zeit sind die ruhigen Wochen im September. Dann färben sich die Lärchen, und die Luft ist klar. Im Winter bleibt der Weg geschlossen, weil Lawinen drohen. Auskunft gibt die Station am Parkplatz an jedem Morgen.

## Anreise

Der Zug fährt jede Stunde vom Hauptbahnhof an den See. Parkplätze gibt es nur wenige, und sie sind früh besetzt. Ein Bus verbindet die Fähre mit dem Bahnhof. Die letzte Fahrt ist im Sommer um neun Uhr abends. Fahrräder dürfen im Zug kostenlos mitgenommen werden.
`,
  'fr atelier': `# L’atelier de reliure

## Les outils

L’atelier occupe deux pièces au fond d’une cour pavée. Une presse en fonte de 1880 domine la première pièce. Les couteaux, les plioirs et les aiguilles sont rangés dans des tiroirs étroits. La colle de farine se prépare chaque matin dans une petite casserole. Les peaux de chèvre sèchent sur un fil près de la fenêtre. Une vieille lampe éclaire le travail de dorure jusqu’au soir.

## Le travail

Chaque livre est d’abord démonté cahier par cahier. Les pages tachées passent dans un bain d’eau claire. Le relieur coud ensuite les cahiers sur des ficelles de chanvre. Le dos est arrondi au marteau, puis couvert de toile. La couverture est taillée dans un carton épais et habillée de cuir. Le titre est doré à la feuille avec des fers chauds. Un volume ordinaire demande trois jours de travail.

## Les stages

Les stages ont lieu le premier samedi de chaque mois. Six personnes travaillent autour de la grande table. Le prix comprend les outils, le papier et le repas de midi. Les débutants repartent avec un carnet cousu de leurs mains. Les inscriptions se font par courrier ou par téléphone.
`,
  'es huerto': `# El huerto de la escuela

## La tierra

El huerto ocupa un antiguo patio de cemento detrás de la escuela. Los padres levantaron las losas durante tres fines de semana. Debajo apareció una tierra dura y pobre, llena de piedras. Un camión trajo compost de la planta municipal. Las lombrices hicieron el resto durante el primer invierno. Hoy la tierra es oscura, suelta y huele a bosque.

## Las plantas

Los alumnos siembran tomates, calabazas, judías y flores. Cada clase cuida un bancal y lleva un cuaderno. Las judías trepan por cañas que cortan en el río. Las caléndulas alejan los pulgones de los tomates. En verano las familias se turnan para regar. La cosecha se reparte o se cocina en el comedor.

## Los resultados

Los maestros usan el huerto en las clases de ciencias y de matemáticas. Los niños miden, pesan, calculan y dibujan lo que crece. Muchos comen ahora verduras que antes rechazaban. Dos escuelas vecinas han copiado la idea. El ayuntamiento paga desde este año el agua y las semillas.
`,
  'ru обсерватория': `# Обсерватория на холме

## История

Обсерваторию построили в 1903 году на деньги купца. Первый телескоп привезли на телегах из порта. Во время войны купол служил складом зерна. После войны студенты сами починили крышу и часы. С тех пор здесь каждый год учатся тридцать человек. Старый журнал наблюдений хранится под стеклом.

## Телескопы

Главный телескоп имеет зеркало диаметром один метр. Его направляет мотор, который следует за движением неба. Рядом стоит малый телескоп для наблюдений Солнца. Камеры охлаждаются жидким азотом до низкой температуры. Снимки сразу попадают в архив института. Ясных ночей здесь бывает около ста двадцати в год.

## Экскурсии

Экскурсии проходят по пятницам, если небо ясное. Группа поднимается на холм пешком за двадцать минут. Гости видят Луну, планеты и яркие туманности. Детям показывают солнечные часы во дворе. Билеты продаются только в кассе у подножия.
`,
  'zh 图书馆': `# 山村图书馆

## 由来

这座图书馆建在一所旧小学的教室里。十年前学校搬走以后，教室一直空着。几位退休教师把家里的书搬了过来。后来城里的读者也寄来了许多书。现在馆里有两万多册图书和一些旧报纸。村民们轮流打扫房间，也轮流管理借书。

## 活动

每个周末都有老人给孩子们讲故事。夏天的晚上，院子里会放电影。农闲的时候，专家来讲果树的种植方法。年轻人在这里学习电脑和外语。孩子们把自己写的作文贴在墙上。

## 借阅

图书馆每天早上八点开门，晚上九点关门。村民凭身份证就可以免费借书。每人一次可以借五本书，时间是一个月。外地游客可以在馆里阅读，不能带走。损坏的图书由读者自己修补。
`,
  'ja 灯台': `# 岬の灯台

## 歴史

この灯台は明治時代に外国の技師が設計しました。石は近くの島から船で運ばれました。最初の明かりは石油のランプでした。戦争の間は明かりが消され、塔は黒く塗られました。戦後に電気の光に替わり、今は自動で動いています。灯台守の家族は三十年前に町へ移りました。

## 見学

見学者は百二十段の階段を登ることができます。上からは湾と遠くの山がよく見えます。資料室には古いレンズと日誌が並んでいます。入場料は大人が三百円で、子供は無料です。風の強い日は塔に登れません。

## 行き方

駅から岬まで一日に八本のバスが走ります。所要時間はおよそ四十分です。歩く人は海沿いの道を二時間ほど進みます。途中に小さな茶屋が一軒あります。駐車場は三十台分あり、料金はかかりません。
`,
};
