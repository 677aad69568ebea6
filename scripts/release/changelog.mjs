// CHANGELOG.md by versions: a heading `## Unreleased` above headings such as `## 1.2.3 – 2026-11-25`.

const UNRELEASED = '## Unreleased';
/** Sections with their headings; the first is what stands above them all. */
const sections = (changelog) => changelog.split(/^(?=## )/m);
const isOf = (version) => (section) => section.startsWith(`## ${version} – `);

/** What changed in a version (`Unreleased` for the next one), without its heading; null when nothing is said of it. */
export function notesOf(changelog, version) {
  const section = sections(changelog).find(
    version === 'Unreleased' ? (one) => one.startsWith(UNRELEASED) : isOf(version),
  );
  const notes = section?.slice(section.indexOf('\n')).trim();
  return notes ? notes : null;
}

/** The day (YYYY-MM-DD) of the release before a version; undefined before the first. */
export function dayBefore(changelog, version) {
  const released = sections(changelog).filter((one) => !isOf(version)(one));
  return released.flatMap((one) => one.match(/^## .+ – (\d{4}-\d\d-\d\d)$/m)?.[1] ?? [])[0];
}

/** The changelog with what is under `Unreleased` under a version and its day (YYYY-MM-DD) instead. */
export function cutVersion(changelog, version, day) {
  if (sections(changelog).some(isOf(version)))
    throw new Error(`Take another version: CHANGELOG.md has ${version} already.`);
  if (notesOf(changelog, 'Unreleased') === null)
    throw new Error('Write what changed under "## Unreleased" in CHANGELOG.md first: it is empty.');
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} – ${day}`);
}
