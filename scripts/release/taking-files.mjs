import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Files of the current folder that may take something from elsewhere. */
export function takingFiles() {
  return ['.github', 'deploy']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.ya?ml$|Dockerfile/.test(entry.name))
        .map((entry) => path.join(entry.parentPath, entry.name)),
    )
    .sort();
}
