import path from 'node:path';

/**
 * This command line as it was called, for hints that can be pasted: `pagemark` where npm linked it on the search path,
 * `npx pagemark` where it linked it into a project, else Node with the path of the file.
 * `program`: what Node was told to run; `cwd`: the folder that it was called in.
 */
export function ownCommand(program = process.argv[1] ?? 'pagemark', cwd = process.cwd()): string {
  if (path.basename(program, '.cmd') === 'pagemark')
    return path.basename(path.dirname(program)) === '.bin' ? 'npx pagemark' : 'pagemark';
  const relative = path.relative(cwd, program);
  const shown = relative.startsWith('..') || path.isAbsolute(relative) ? program : relative;
  return `node ${/^[\w./:\\-]+$/.test(shown) ? shown : JSON.stringify(shown)}`;
}
