import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT, temporaryFolder } from '../support/run-pagemark.ts';

const FILES = [
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
  'README.md',
  'src/core/engine-version.ts',
  'deploy/kubernetes/pagemark.yaml',
  'deploy/kubernetes-chromium/kustomization.yaml',
  'dist/LICENSES.txt',
  'bench/results/latest.json',
  'bench/results/overload.json',
];
const { dir, remove } = temporaryFolder();
const read = (file: string) => readFileSync(path.join(dir, file), 'utf8');
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(path.join(dir, file), change(read(file)));
const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [path.join(PROJECT, 'scripts', script), ...args], {
    cwd: dir,
    encoding: 'utf8',
    // Heard whatever the settings of npm around it; the registry need not answer.
    env: { ...process.env, npm_config_loglevel: 'notice', npm_config_fetch_retries: '0' },
  });

beforeAll(() => {
  for (const file of FILES) cpSync(path.join(PROJECT, file), path.join(dir, file));
  edit('package.json', (text) =>
    JSON.stringify({ ...JSON.parse(text), version: '9.8.7', files: ['README.md'] }),
  );
});
afterAll(remove);

test('a release names every place whose version is another, and wants a changelog, a tag and a repository', () => {
  const { status, stderr } = run('release.mjs', 'v9.8.6');
  expect(status).toBe(1);
  for (const file of FILES.filter((name) => /lock|engine-version|kubernetes/.test(name)))
    expect(stderr).toContain(`Set the version of ${file} to 9.8.7`);
  expect(stderr).toContain('Write what changed under "## 9.8.7" in CHANGELOG.md');
  expect(stderr).toContain('Tag v9.8.7');
  expect(stderr).toContain('Set "repository" in package.json');
});

test('a version is cut from the changelog once, and prepared up to its last step', () => {
  // Whatever the changelog holds now.
  const first =
    '# Changelog\n\nHow to read it.\n\n## Unreleased\n\n### Added\n\n- Tides.\n\n## 9.8.6 – 2026-01-02\n\n- Rivers.\n';
  edit('CHANGELOG.md', () => first);
  edit('package-lock.json', (text) => JSON.stringify({ ...JSON.parse(text), version: '9.8.7' }));
  edit('package.json', (text) =>
    JSON.stringify({
      ...JSON.parse(text),
      repository: { type: 'git', url: 'git+https://code.example/a/b.git' },
    }),
  );
  expect(run('cut-version.mjs').status).toBe(0);
  expect(read('CHANGELOG.md')).toMatch(
    /^# Changelog\n\nHow to read it\.\n\n## Unreleased\n\n## 9\.8\.7 – \d{4}-\d\d-\d\d\n\n### Added\n\n- Tides\.\n\n## 9\.8\.6 – /,
  );
  const again = run('cut-version.mjs');
  expect(again.status).toBe(1);
  expect(again.stderr).toContain('CHANGELOG.md has 9.8.7 already');

  const { status, stderr, stdout } = run('release.mjs', 'v9.8.7');
  expect([status, stderr.match(/npm notice Publishing .*/)?.[0]]).toEqual([
    0,
    expect.stringContaining('(dry-run)'),
  ]);
  expect(stdout).toContain('release: v9.8.7: ');
  expect(readdirSync(path.join(dir, 'release')).sort()).toEqual([
    'SHA256SUMS',
    'notes.md',
    'pagemark-9.8.7.tgz',
    'pagemark.cdx.json',
  ]);
  expect(read('release/notes.md')).toBe('### Added\n\n- Tides.\n');
  expect(spawnSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: path.join(dir, 'release') }).status).toBe(0);

  const bom = JSON.parse(read('release/pagemark.cdx.json')) as {
    bomFormat: string;
    components: { name: string; group?: string }[];
  };
  expect(bom.bomFormat).toBe('CycloneDX');
  const listed = bom.components.map(({ group, name }) => (group ? `${group}/${name}` : name));
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
  expect(listed).toEqual(expect.arrayContaining(Object.keys(dependencies!)));
  // Inside of the product.
  expect(listed).toEqual(expect.arrayContaining(['parse5', 'zod', 'marked']));
  expect(listed).not.toContain('vitest');
  expect(Object.keys(devDependencies!)).toContain('vitest');
});

test('nothing is released that takes an action or an image which is not pinned; a rehearsal may', () => {
  const taking = {
    '.github/workflows/planted.yml': 'jobs:\n  a:\n    steps:\n      - uses: a/b@v1.2.3\n',
    'deploy/Dockerfile': 'FROM node:24.1.0-slim AS a\nFROM a\n',
  };
  for (const [file, text] of Object.entries(taking)) {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), text);
  }
  const { status, stderr } = run('release.mjs', 'v9.8.7');
  expect(status).toBe(1);
  expect(stderr.match(/takes the .* without its \w+/g)).toEqual([
    'takes the action a/b@v1.2.3 without its commit',
    'takes the image node:24.1.0-slim without its digest',
  ]);
  expect(run('release.mjs', '--skip-check').stderr).not.toContain('takes the');
  for (const file of Object.keys(taking)) rmSync(path.join(dir, file));
});

test('nothing is released whose timings are older than the release before', () => {
  const changelog = read('CHANGELOG.md');
  edit('CHANGELOG.md', (text) => text.replace('2026-01-02', '2026-11-28'));
  edit('bench/results/latest.json', (text) => text.replace(/"date": "[\d-]+/, '"date": "2026-11-27'));
  const { status, stderr } = run('release.mjs', 'v9.8.7');
  expect(status).toBe(1);
  expect(stderr).toContain('Run "npm run bench"');
  expect(stderr).toContain('latest.json is of 2026-11-27, the release before of 2026-11-28');
  edit('CHANGELOG.md', () => changelog);
});

test('nothing is released that the changelog does not tell of', () => {
  edit('CHANGELOG.md', () => '# Changelog\n\n## Unreleased\n\n## 9.8.6 – 2026-01-02\n\n- Rivers.\n');
  expect(run('cut-version.mjs').stderr).toContain('Write what changed under "## Unreleased"');
  const { status, stderr } = run('release.mjs', '--skip-check');
  expect([status, stderr]).toEqual([1, expect.stringContaining('"## Unreleased" in CHANGELOG.md')]);
});

test('the changelog of the project has what the next version is cut from', () => {
  expect(readFileSync(path.join(PROJECT, 'CHANGELOG.md'), 'utf8')).toMatch(/^## Unreleased$/m);
});
