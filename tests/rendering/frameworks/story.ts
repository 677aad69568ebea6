// What every page of this folder tells, whichever framework writes it.

const SUBJECTS = ['rivers', 'bridges', 'mills', 'harbours', 'locks', 'ferries', 'dams', 'springs'];

const paragraphsOn = (subject: string): readonly string[] => [
  `The ${subject} of the valley were built in the years after the flood, when nobody trusted the old ones any longer.`,
  `Whoever lived beside the ${subject} kept them, was paid in grain for it, and taught the work to two of the children.`,
];

interface Section {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** A list; [] where there is none. */
  readonly points: readonly string[];
  /** A table; [] where there is none. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Title and sections; one section has a list, one a table. */
export const STORY: { readonly title: string; readonly sections: readonly Section[] } = {
  title: 'What the valley built',
  sections: SUBJECTS.map((subject, at) => ({
    heading: `${at + 1}. Of ${subject}`,
    paragraphs: paragraphsOn(subject),
    points: subject === 'locks' ? ['the upper lock', 'the lower lock', 'the lock that was never used'] : [],
    head: subject === 'dams' ? ['Dam', 'Height', 'Year'] : [],
    rows:
      subject === 'dams'
        ? [
            ['North', '12 m', '1871'],
            ['South', '7 m', '1874'],
          ]
        : [],
  })),
};

/** The way in which the page at an address comes to its content: the last part of its path. */
export const wayOf = (path: string): string | undefined => path.split('/').at(-1);

/** Ways that ask the server for the story; the others have it in their bundle or their markup. */
export const isFetched = (way: string): boolean => way === 'fetched' || way === 'shell';

/** The story from the server, which takes its time. */
export const fetchStory = async (): Promise<typeof STORY> =>
  (await (await fetch('/api/story.json')).json()) as typeof STORY;

export const CONSENT = {
  heading: 'We value your privacy',
  text: 'We and our 812 partners store and access information on your device. You may accept or refuse.',
};
