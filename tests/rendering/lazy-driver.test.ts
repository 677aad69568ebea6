import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../support/run-pagemark.ts';

/** Whether importing a module loads the browser's driver. */
function loadsDriver(module: string): boolean {
  const code = `await import(${JSON.stringify(module)});
const { createRequire } = await import('node:module');
console.log(Object.keys(createRequire(process.cwd() + '/x.js').cache).some((file) => file.includes('playwright-core')));`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  return out.trim() === 'true';
}

describe("the browser's driver", () => {
  test.each(['./dist/index.js', './dist/app.js', './dist/cli/run-cli.js', './dist/rendering/renderer.js'])(
    'is not loaded by %s',
    (module) => {
      expect(loadsDriver(module)).toBe(false);
    },
  );

  test('would be seen', () => {
    expect(loadsDriver('playwright-core')).toBe(true);
  });
});
