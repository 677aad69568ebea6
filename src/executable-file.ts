import { accessSync, constants, statSync } from 'node:fs';

/** Whether a path is a file that this process may execute. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
