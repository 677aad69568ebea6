/** Groups of features for `npm run train -- --report`, by the names of their columns: a feature is of the first that matches. */
const GROUPS: readonly (readonly [group: string, names: RegExp])[] = [
  ['names of elements', /^names |^container \d names$/],
  ['words of short texts', /^text |heading text |^outline text |^container \d text$/],
  ['title, description, declared words', /^words of the |^title covered/],
  ['blocks around', / in \d+ around$/],
  ['containers', /^container \d /],
  ['page', /^page |^candidate |^main share|^address |^declared /],
  ['repetition', /repeat|^path |group/],
  ['tags and context', /^tag$|^parent tag$|^depth$|^in /],
  ['headings', /heading/],
  ['place and distances', /^levels to |^share common |^after |^place |^words (?:before|after)|^prose |^cop/],
  ['text of the block', /./],
];

export const FEATURE_GROUPS: readonly string[] = GROUPS.map(([group]) => group);

/** Group of a feature by the name of its column. */
export function groupOf(feature: string): string {
  return GROUPS.find(([, names]) => names.test(feature))![0];
}
