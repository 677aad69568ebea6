import { spawn } from 'node:child_process';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inForm } from '../support/full-form.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';
import type { Converse } from './callers/answers.ts';
import { PACKAGE, programOf } from './support/clients.ts';

/** Generated clients, each beside a copy of its caller: within the package, whose modules they import. */
const WORK = path.join(PACKAGE, '.cache', 'generated');
/** What the service serves; from a file, since one of the generators reads nothing from loopback. */
const DESCRIPTION = path.join(WORK, 'openapi.json');

/** Generators by the names of their callers: their programs and arguments, for the description and where to write. */
const GENERATORS: Readonly<Record<string, (from: string, to: string) => readonly string[]>> = {
  'openapi-fetch': (from, to) => [
    programOf('openapi-typescript'),
    ...[from, '--output', `${to}.ts`],
    // Otherwise it has callers give every field that has a default.
    ...['--default-non-nullable', 'false'],
  ],
  'hey-api': (from, to) => [programOf('@hey-api/openapi-ts', 'openapi-ts'), '-i', from, '-o', to, '--silent'],
  'openapi-typescript-codegen': (from, to) => [
    programOf('openapi-typescript-codegen', 'openapi'),
    ...['--input', from, '--output', to],
  ],
};
const NAMES = inForm(Object.keys(GENERATORS), 2);

/** As strict as compilers are by a flag of their own. */
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    skipLibCheck: true,
  },
  include: ['**/*.ts'],
};

let site: Upstream;
let service: TestService;

beforeAll(async () => {
  site = await startUpstream({ '/small': ARTICLE });
  service = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address });
  await rm(WORK, { recursive: true, force: true });
  await mkdir(WORK, { recursive: true });
  await writeFile(DESCRIPTION, await (await fetch(`${service.url}/openapi.json`)).text());
  await writeFile(path.join(WORK, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  await copyFile(path.join(PACKAGE, 'callers/answers.ts'), path.join(WORK, 'answers.ts'));
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

/** Runs a program of Node to its end, in the folder of the package; gives what it prints. Throws when it fails. */
async function run(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: PACKAGE, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${out}${err}`);
  return out;
}

it.each(NAMES)('%s generates a client from the description that is served', async (name) => {
  const folder = path.join(WORK, name);
  await mkdir(folder);
  await run(GENERATORS[name]!(DESCRIPTION, path.join(folder, 'generated')));
  await copyFile(path.join(PACKAGE, `callers/${name}.ts`), path.join(folder, 'caller.ts'));
});

it('the generated clients and their callers compile, strictly', async () => {
  await expect(run([programOf('typescript', 'tsc'), '-p', WORK])).resolves.toBe('');
});

it.each(NAMES)('the client of %s converts, tells the usage and types a failure', async (name) => {
  const { converse } = (await import(path.join(WORK, name, 'caller.ts'))) as { converse: Converse };
  const answers = await converse(service.url, await service.newKey('growth'), site.url);
  expect(answers.content).toContain('# Rivers and bridges');
  const { content: _, ...others } = answers;
  expect(others).toEqual({
    title: 'Rivers and bridges',
    plan: 'growth',
    failure: { status: 422, code: 422, reason: 'upstream_not_found' },
  });
});
