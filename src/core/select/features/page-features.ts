import type { Annotation } from '../../page/annotation.ts';
import { declaredKinds, pathOf } from '../../page/page-kinds.ts';
import { type PageStructure, sumIn, wordsIn } from '../../page/page-structure.ts';
import { type FeatureColumns, ratio } from './feature-columns.ts';

/** Features that are the same for every block of a page: how it is built and what it says it is. */
export function addPageFeatures(a: Annotation, s: PageStructure, url: string, out: FeatureColumns): void {
  const constant: Constant = (name, value) => out.addConstant(name, value);
  const n = a.doc.nodes.length;
  const total = a.words[n]!;
  let long = 0;
  let inList = 0;
  let repeatedWords = 0;
  for (const block of a.blocks) {
    const words = block.count.words;
    if (words >= 40) long += words;
    if (a.doc.nodes[block.element]!.tag === 'li') inList += words;
    const repeated = s.repeated[block.element]!;
    if (repeated >= 0 && wordsIn(a, repeated) >= 8 && s.repeats[repeated]! >= 4) repeatedWords += words;
  }
  constant('page words', total);
  constant('page blocks', a.blocks.length);
  constant('page link share', ratio(a.linkWords[n]!, total));
  constant('page prose share', ratio(a.proseWords[n]!, total));
  constant('page prose words', a.proseWords[n]!);
  constant('page long share', ratio(long, total));
  constant('page list share', ratio(inList, total));
  constant('page repeated share', ratio(repeatedWords, total));
  constant('page headings', a.headings[n]!);
  constant('page images', a.images[n]!);
  constant('candidate share', ratio(wordsIn(a, s.candidate), total));
  constant('candidate prose', sumIn(a, a.proseWords, s.candidate));
  constant('candidate link share', ratio(sumIn(a, a.linkWords, s.candidate), wordsIn(a, s.candidate)));
  addLandmarks(a, constant);
  addAddress(url, constant);
  const { articles, products } = declaredKinds(a.doc);
  constant('declared articles', articles);
  constant('declared products', products);
}

type Constant = (name: string, value: number) => void;

function addLandmarks(a: Annotation, constant: Constant): void {
  const rendered = (tag: string) =>
    a.doc.elements.tagged(tag).filter(({ index }) => a.unrendered[index] === 0);
  const mains = rendered('main');
  const mainWords = mains.reduce((most, { index }) => Math.max(most, wordsIn(a, index)), 0);
  constant('page articles', rendered('article').length);
  constant('main share', ratio(mainWords, a.words[a.doc.nodes.length]!));
  constant('page tables', rendered('table').length);
  constant('page forms', rendered('form').length);
}

function addAddress(url: string, constant: Constant): void {
  const path = pathOf(url);
  const [folders] = path.split('?');
  constant('address depth', folders!.split('/').filter((part) => part !== '').length);
  constant('address hyphens', path.split('-').length - 1);
  constant('address digits', path.replace(/\D+/g, '').length);
}
