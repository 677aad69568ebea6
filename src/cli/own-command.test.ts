import { expect, test } from 'vitest';
import { ownCommand } from './own-command.ts';

test.each([
  ['/srv/pagemark/dist/cli/main.js', '/srv/pagemark', 'node dist/cli/main.js'],
  ['/srv/pagemark/dist/cli/main.js', '/home/me', 'node /srv/pagemark/dist/cli/main.js'],
  ['/srv/my pages/dist/cli/main.js', '/home/me', 'node "/srv/my pages/dist/cli/main.js"'],
  ['/usr/local/bin/pagemark', '/home/me', 'pagemark'],
  ['/home/me/project/node_modules/.bin/pagemark', '/home/me/project', 'npx pagemark'],
])('ownCommand: %s called in %s is %s', (program, cwd, command) => {
  expect(ownCommand(program, cwd)).toBe(command);
});
