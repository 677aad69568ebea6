import { dayBefore, notesOf } from './changelog.mjs';
import { takenFrom } from './pins.mjs';

/** Results of timings, by file, with the command that measures them anew. */
const TIMINGS = {
  'bench/results/latest.json': 'npm run bench',
  'bench/results/overload.json': 'node bench/overload.mjs --json bench/results/overload.json',
};

/**
 * What in a project contradicts a release under a tag, as sentences that say what to do. `read`: the text of a file of the
 * project. `tag`: null in a rehearsal, whose notes are still those of the next version, and which may take what is not pinned.
 * `taking`: files that take something from elsewhere.
 */
export function releaseProblems(read, tag, taking = []) {
  const { version, repository } = JSON.parse(read('package.json'));
  const wanted = [
    ['package-lock.json', JSON.parse(read('package-lock.json')).version],
    ['src/core/engine-version.ts', /'(.+)'/.exec(read('src/core/engine-version.ts'))?.[1]],
    [
      'deploy/kubernetes/pagemark.yaml',
      /image: pagemark:(.+)/.exec(read('deploy/kubernetes/pagemark.yaml'))?.[1],
    ],
    [
      'deploy/kubernetes-chromium/kustomization.yaml',
      /image: pagemark:(.+)-chromium/.exec(read('deploy/kubernetes-chromium/kustomization.yaml'))?.[1],
    ],
  ];
  const problems = wanted
    .filter(([, found]) => found !== version)
    .map(
      ([file, found]) => `Set the version of ${file} to ${version}, that of package.json: it is ${found}.`,
    );
  const notes = tag === null ? 'Unreleased' : version;
  if (notesOf(read('CHANGELOG.md'), notes) === null)
    problems.push(
      `Write what changed under "## ${notes}" in CHANGELOG.md; "npm version" cuts it from Unreleased.`,
    );
  if (tag === null) return problems;
  if (tag !== `v${version}`)
    problems.push(`Tag v${version}, the version of package.json: the tag is ${tag}.`);
  if (!repository?.url)
    problems.push(
      'Set "repository" in package.json: npm attests only a package that names where it was built.',
    );
  const last = dayBefore(read('CHANGELOG.md'), version);
  for (const [file, command] of Object.entries(TIMINGS)) {
    const day = JSON.parse(read(file)).date.slice(0, 10);
    if (day < last)
      problems.push(
        `Run "${command}" and "node bench/readme.mjs", and commit what they write: ${file} is of ${day}, the release before of ${last}.`,
      );
  }
  for (const file of taking)
    for (const { kind, reference, isPinned } of takenFrom(read(file)))
      if (!isPinned)
        problems.push(
          `Run "node scripts/pin.mjs" with network and commit what it writes: ${file} takes the ${kind} ${reference} without its ${kind === 'action' ? 'commit' : 'digest'}.`,
        );
  return problems;
}
