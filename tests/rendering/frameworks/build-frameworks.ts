import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformAsync } from '@babel/core';
import solid from 'babel-preset-solid';
import { build, type OutputChunk, type Plugin } from 'rolldown';
import { compile } from 'svelte/compiler';
import { compileScript, parse } from 'vue/compiler-sfc';

const FOLDER = path.dirname(fileURLToPath(import.meta.url));

/** Where a bundle runs. */
type Side = 'client' | 'server';

/** A framework of this folder, with its own compiler. */
interface Toolchain {
  /** Entry of the bundle for browsers, in the folder of the framework. */
  readonly client: string;
  /** Entry that writes the page on a server; absent where none does. */
  readonly server?: string;
  /** The element that the page starts with. */
  readonly root: string;
  readonly plugins?: (side: Side) => Plugin[];
  /** Stand-ins for packages. */
  readonly alias?: Readonly<Record<string, string>>;
  readonly jsxFrom?: string;
}

/** Compiles the files of one ending before the bundler reads them. */
const compiler = (
  ending: string,
  compiled: (source: string, file: string) => string | Promise<string>,
): Plugin => ({
  name: ending,
  transform: {
    filter: { id: new RegExp(`\\.${ending}$`) },
    handler: async (source, file) => ({ code: await compiled(source, file), moduleType: 'js' }),
  },
});

/** A component of Vue as one module; its styles, which no text depends on, are left out. */
function vueModule(source: string, filename: string, side: Side): string {
  const { descriptor } = parse(source, { filename });
  return compileScript(descriptor, {
    id: 'story',
    inlineTemplate: true,
    templateOptions: { ssr: side === 'server', ssrCssVars: [] },
  }).content;
}

async function solidModule(source: string, filename: string, side: Side): Promise<string> {
  const generate = side === 'server' ? 'ssr' : 'dom';
  const options = { filename, configFile: false, babelrc: false } as const;
  const made = await transformAsync(source, {
    ...options,
    presets: [[solid, { generate, hydratable: true }]],
  });
  return made.code;
}

const REACT: Toolchain = {
  client: 'react/client.jsx',
  server: 'react/server.jsx',
  root: '<div id="root"></div>',
  jsxFrom: 'react',
};

/** By the first part of the paths of their pages. */
const TOOLCHAINS = {
  react: REACT,
  // The same application as React's, as it is moved to the smaller library.
  preact: {
    client: REACT.client,
    root: REACT.root,
    jsxFrom: 'preact',
    alias: {
      'react-dom/client': 'preact/compat/client',
      'react-dom': 'preact/compat',
      react: 'preact/compat',
    },
  },
  vue: {
    client: 'vue/client.js',
    server: 'vue/server.js',
    root: '<div id="app"></div>',
    plugins: (side) => [compiler('vue', (source, file) => vueModule(source, file, side))],
  },
  svelte: {
    client: 'svelte/client.js',
    server: 'svelte/server.js',
    root: '<div id="app"></div>',
    plugins: (generate) => [
      compiler(
        'svelte',
        (source, filename) => compile(source, { filename, generate, css: 'injected' }).js.code,
      ),
    ],
  },
  solid: {
    client: 'solid/client.jsx',
    server: 'solid/server.jsx',
    root: '<div id="root"></div>',
    plugins: (side) => [compiler('jsx', (source, file) => solidModule(source, file, side))],
  },
  angular: { client: 'angular/client.js', server: 'angular/server.js', root: '<app-root></app-root>' },
  lit: { client: 'lit/client.js', root: '<valley-story></valley-story>' },
} as const satisfies Readonly<Record<string, Toolchain>>;

export type Framework = keyof typeof TOOLCHAINS;
export const FRAMEWORKS = Object.keys(TOOLCHAINS) as readonly Framework[];

/** A framework's bundle and pages. */
export interface BuiltFramework {
  /** The bundle, for `/<framework>/assets/index.js`. */
  readonly script: string;
  /** The page whose content only the bundle brings. */
  readonly shell: string;
  /** The page as a server of the framework writes it, for a way; null where none does. */
  readonly written: ((way: string) => Promise<string>) | null;
}

/** Bundles a framework's application with the framework's own compiler, as its users build theirs. */
export async function buildFramework(name: Framework): Promise<BuiltFramework> {
  const toolchain: Toolchain = TOOLCHAINS[name];
  const shell = page(name, toolchain.root);
  const script = await bundled(toolchain, toolchain.client, 'client');
  if (toolchain.server === undefined) return { script, shell, written: null };
  const server = await loaded<Server>(name, await bundled(toolchain, toolchain.server, 'server'));
  return { script, shell, written: (way) => write(server, way, toolchain.root, shell) };
}

const page = (name: Framework, root: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Valley notes</title></head><body>${root}<script type="module" src="/${name}/assets/index.js"></script></body></html>`;

/** What a server's bundle exports: the inside of the root, or the whole document. */
interface Server {
  readonly head?: string;
  readonly render?: (way: string) => Promise<string>;
  readonly renderDocument?: (way: string, document: string) => Promise<string>;
}

async function write(server: Server, way: string, root: string, shell: string): Promise<string> {
  if (server.renderDocument !== undefined) return server.renderDocument(way, shell);
  const inside = await server.render!(way);
  return shell
    .replace('</head>', () => `${server.head ?? ''}</head>`)
    .replace(root, () => root.replace('></', () => `>${inside}</`));
}

async function bundled({ plugins, alias, jsxFrom }: Toolchain, entry: string, side: Side): Promise<string> {
  const isClient = side === 'client';
  const { output } = await build({
    input: path.join(FOLDER, entry),
    platform: isClient ? 'browser' : 'node',
    plugins: plugins?.(side) ?? [],
    resolve: { ...(alias === undefined ? {} : { alias }) },
    transform: {
      define: {
        'process.env.NODE_ENV': '"production"',
        __VUE_OPTIONS_API__: 'true',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
      ...(jsxFrom === undefined ? {} : { jsx: { runtime: 'automatic', importSource: jsxFrom } }),
    },
    output: { format: 'esm', minify: isClient, codeSplitting: false },
    logLevel: 'silent',
    write: false,
  });
  return (output[0] as OutputChunk).code;
}

/** Runs a server's bundle in this process. */
async function loaded<T>(name: string, code: string): Promise<T> {
  const folder = await mkdtemp(path.join(FOLDER, '.built-'));
  const file = path.join(folder, `${name}.mjs`);
  try {
    await writeFile(file, code);
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as T;
  } finally {
    await rm(folder, { recursive: true });
  }
}
