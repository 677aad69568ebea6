import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { PROJECT } from './run-pagemark.ts';

/** A fenced block of a document. */
export interface DocumentBlock {
  readonly lang: string;
  readonly code: string;
}

/** The fenced blocks of a document of the project, in order; one without a language has `lang` ''. */
export function documentBlocks(file: string): readonly DocumentBlock[] {
  const text = readFileSync(path.join(PROJECT, file), 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, lang = '', code = '']) => ({
    lang,
    code,
  }));
}

/** A block as tests run it: a site on loopback, a running service. */
export function localised(code: string, siteUrl: string, serviceUrl: string): string {
  return code.replaceAll('https://example.com/', siteUrl).replaceAll('http://127.0.0.1:8787', serviceUrl);
}

/** Lets the commands of documents run as they are written, from `folder` as from a clone, with the Node of this process. */
export function asInClone(folder: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  symlinkSync(path.join(PROJECT, 'dist'), path.join(folder, 'dist'));
  return { ...env, PATH: [path.dirname(process.execPath), env.PATH].join(path.delimiter) };
}
