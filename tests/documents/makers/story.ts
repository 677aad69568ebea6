/** What every maker sets: the words are the same, so that one expectation holds for all. */
export const STORY = {
  title: 'Rivers and Bridges',
  intro:
    'A river divides a valley and a bridge joins it again. This report tells how towns have crossed their rivers, ' +
    'what they paid for it and what they gained, from the first fords to the cable bridges of our own days.',
  link: { text: 'the survey of crossings', url: 'https://example.com/survey' },
  kinds: {
    title: 'Kinds of bridges',
    lead: 'Four kinds carry most of the roads of the country:',
    items: [
      'Beam bridges for short spans',
      'Arch bridges of stone or steel',
      'Suspension bridges',
      'Cable stayed bridges',
    ],
  },
  steps: {
    title: 'How a bridge is built',
    lead: 'The order of work has hardly changed in two thousand years:',
    items: ['Survey the banks', 'Sink the foundations', 'Raise the piers', 'Lay the deck'],
  },
  costs: {
    title: 'What they cost',
    lead: 'The table gives the length in metres and the price in millions.',
    rows: [
      ['Bridge', 'Length', 'Price'],
      ['Old Bridge', '120', '4'],
      ['North Crossing', '1450', '310'],
      ['Harbour Arch', '503', '95'],
    ],
  },
  end: 'Every bridge is a promise that the other side is worth a visit, and few promises have been kept as well.',
} as const;

const THINGS = 'ferry causeway aqueduct viaduct footbridge tunnel weir lock quay ford'.split(' ');
const PEOPLE = 'engineers masons sailors merchants farmers monks soldiers'.split(' ');

/** Sentences of a running text; no line of one is a line of another, so that their order can be seen. */
export function sentences(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const [thing, people] = [THINGS[i % THINGS.length], PEOPLE[i % PEOPLE.length]];
    const [before, after] = [THINGS[(i * 3 + 1) % THINGS.length], PEOPLE[(i * 5 + 2) % PEOPLE.length]];
    return (
      `Sentence number ${i + 1} describes the ${thing} that the ${people} of the region built beside a ${before} ` +
      `with patience and considerable expenditure, which their ${after} never forgot.`
    );
  });
}
