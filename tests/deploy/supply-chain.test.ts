import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { takenFrom } from '../../scripts/release/pins.mjs';
import { PROJECT } from '../support/run-pagemark.ts';

const read = (file: string) => readFileSync(path.join(PROJECT, file), 'utf8');
const under = (folder: string) =>
  readdirSync(path.join(PROJECT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(PROJECT, path.join(entry.parentPath, entry.name)));

/** An action by an exact version, or an image by a tag with an exact version (PostgreSQL has two numbers) and its system. */
const EXACT = {
  action: /^[\w.-]+\/[\w./-]+@v\d+\.\d+\.\d+$/,
  image: /^[\w./-]+:\d+\.\d+(?:\.\d+)?-[a-z]+(?:-slim)?$/,
};

/** What a file takes from elsewhere without saying which one exactly; a release wants more, its commit or digest. */
const inexact = (text: string): readonly string[] =>
  takenFrom(text).flatMap(({ kind, reference, isPinned }) =>
    isPinned || EXACT[kind].test(reference) ? [] : [reference],
  );

describe('what is taken from elsewhere', () => {
  test.each([...under('.github'), ...under('deploy')])('is named exactly in %s', (file) => {
    expect(inexact(read(file))).toEqual([]);
  });

  test.each([
    'steps:\n  - uses: actions/checkout@v5',
    '  - uses: "actions/checkout@main"',
    '    uses: docker/build-push-action@v6.1 # comment',
    '  - uses: a/b/c@deadbeef',
    'FROM node',
    'FROM --platform=linux/amd64 node:24-bookworm-slim AS build',
    'from node:latest',
    'FROM node:24.21.0-bookworm-slim AS a\nCOPY --from=busybox:latest /bin/sh /',
    '# syntax=docker/dockerfile:1',
    'services:\n  redis:\n    image: redis:8.2-bookworm-x:1\n',
    'image: redis@sha256:12',
    'sbom: generator=docker/buildkit-syft-scanner:stable-1',
  ])('the check finds %j', (text) => {
    expect(inexact(text)).toHaveLength(1);
  });

  test('is kept up to date by one file', () => {
    const { updates } = parse(read('.github/dependabot.yml')) as {
      updates: { 'package-ecosystem': string; directory?: string; directories?: string[] }[];
    };
    const kinds = updates.map((update) => update['package-ecosystem']);
    expect(kinds.sort()).toEqual(['docker', 'docker-compose', 'github-actions', 'npm']);
    for (const { directory, directories } of updates)
      for (const folder of directories ?? [directory!])
        expect(existsSync(path.join(PROJECT, folder))).toBe(true);
  });

  test('is listed and attested at a release, which a tag alone publishes', () => {
    interface Job {
      readonly if?: string;
      readonly needs?: string;
      readonly permissions?: Readonly<Record<string, string>>;
      readonly steps: readonly { uses?: string; run?: string; if?: string; with?: Record<string, unknown> }[];
    }
    const { jobs } = parse(read('.github/workflows/release.yml')) as { jobs: Readonly<Record<string, Job>> };
    const onlyOfTag = "github.ref_type == 'tag'";
    const { test: tests, prepare, images, npm, announce } = jobs as Readonly<Record<string, Job>>;
    const ofTests = tests!.steps.map(({ run }) => run);
    const ofPackage = prepare!.steps.map(({ run }) => run);
    expect(ofTests).toContain('bash .ci/run');
    // On a machine of its own, on which no script of a package was run.
    expect(prepare!.needs).toBe('test');
    expect(ofPackage.filter((run) => /\bnpm (?:ci|install)\b|\.ci\/run/.test(run ?? ''))).toEqual([
      'npm ci --ignore-scripts --no-audit --no-fund',
    ]);
    expect(ofPackage).toContain('node scripts/release.mjs "$TAG"');
    for (const job of [tests, prepare]) expect(job!.permissions).toBeUndefined();
    const built = images!.steps.find(({ uses }) => uses?.startsWith('docker/build-push-action@'))!.with!;
    expect(built).toMatchObject({ platforms: 'linux/amd64,linux/arm64', provenance: 'mode=max' });
    expect(built.push).toBe(`\${{ ${onlyOfTag} }}`);
    expect(built.sbom).toContain('generator=');
    for (const action of ['docker/login-action@', 'actions/attest-build-provenance@'])
      expect(images!.steps.find(({ uses }) => uses?.startsWith(action))!.if).toBe(onlyOfTag);
    expect([npm!.if, npm!.permissions!['id-token']]).toEqual([onlyOfTag, 'write']);
    expect(npm!.steps.at(-1)!.run).toContain('--provenance');
    expect(announce!.steps.at(-1)!.run).toContain('--notes-file release/notes.md');
  });

  test('is looked through: CodeQL reads the code, changed dependencies are reviewed', () => {
    const workflow = read('.github/workflows/security.yml');
    for (const action of ['codeql-action/init', 'codeql-action/analyze', 'dependency-review-action'])
      expect(workflow).toContain(`/${action}@`);
    expect(workflow).toContain('languages: javascript-typescript');
  });
});

describe('pods are bounded', () => {
  const manifests = parseAllDocuments(read('deploy/kubernetes/pagemark.yaml')).map(
    (document) => document.toJS() as { kind: string; spec: never },
  );
  const specOf = (kind: string) => manifests.find((manifest) => manifest.kind === kind)!.spec as unknown;

  test('Kubernetes limits CPU and memory, and says where processes are', () => {
    const { template } = specOf('Deployment') as {
      template: { spec: { containers: { resources: { limits: object } }[] } };
    };
    for (const { resources } of template.spec.containers)
      expect(Object.keys(resources.limits)).toEqual(expect.arrayContaining(['cpu', 'memory']));
    expect(read('deploy/kubernetes/pagemark.yaml')).toContain('podPidsLimit');
  });

  test('every way out of the pod names where it leads', () => {
    const { egress, policyTypes } = specOf('NetworkPolicy') as {
      policyTypes: string[];
      egress: { to?: object[]; ports?: object[] }[];
    };
    expect(policyTypes).toContain('Egress');
    expect(egress).toHaveLength(3);
    for (const { to, ports } of egress) {
      expect(to?.length ?? 0).toBeGreaterThan(0);
      expect(ports?.length ?? 0).toBeGreaterThan(0);
      for (const peer of to!) expect(Object.keys(peer).length).toBeGreaterThan(0);
    }
  });
});

describe('SECURITY.md', () => {
  const rows = [...read('SECURITY.md').matchAll(/^\| (.+?) \| (`.+`) \|$/gm)];

  test('names a test of each promise, and each is there', () => {
    expect(rows.length).toBeGreaterThan(12);
    for (const [, promise, files] of rows) {
      const named = [...files!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!);
      expect(named.length, promise).toBeGreaterThan(0);
      for (const file of named) {
        expect(file).toMatch(/\.test\.ts$/);
        expect(existsSync(path.join(PROJECT, file)), file).toBe(true);
      }
    }
  });
});
