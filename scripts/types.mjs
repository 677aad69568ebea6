// Writes the types of an entry as one file that names no other: its exported declarations and those that they name, out of the
// declarations of the compiler in build/. A type that a schema gives (`z.input<typeof schema>`) is written out of the JSON Schema,
// with its descriptions as comments, so that users need neither zod nor the newest TypeScript.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The text of the declarations of `file`, a `.d.ts` in the folder `modules`. */
export async function flatTypes(modules, file) {
  const { parseAst } = await import('rolldown/parseAst');
  const known = new Map();
  const moduleOf = (name) => {
    if (!known.has(name)) known.set(name, readModule(path.join(modules, name), parseAst));
    return known.get(name);
  };
  const written = new Map();
  const take = async (from, name) => {
    const { declared, imported } = moduleOf(from);
    const source = imported.get(name);
    if (source !== undefined) return source.startsWith('.') ? take(pathOf(from, source), name) : null;
    const found = declared.get(name);
    if (found === undefined) return null;
    const before = written.get(name);
    if (before !== undefined && before.from !== from)
      throw new Error(`Rename one "${name}": ${before.from} and ${from} both declare it.`);
    if (before !== undefined) return found.isType;
    const entry = { from, text: '' };
    written.set(name, entry);
    const { schema } = found;
    if (schema !== null) {
      const home = pathOf(from, imported.get(schema.name) ?? `./${path.basename(from, '.d.ts')}.ts`);
      entry.text = `${found.comment}type ${name} = ${await typeOfSchema(path.join(modules, home), schema)};`;
      return true;
    }
    entry.text = found.comment + found.text;
    for (const named of found.names) await take(from, named);
    return found.isType;
  };
  const exported = { types: [], values: [] };
  for (const [name, from] of moduleOf(file).exported) {
    const isType = await take(from === null ? file : pathOf(file, from), name);
    if (isType === null) throw new Error(`Declare "${name}" in a module of ours: ${file} exports it.`);
    exported[isType ? 'types' : 'values'].push(name);
  }
  const texts = [...written.values()].map(({ text }) => text);
  return `${texts.join('\n')}\nexport type { ${exported.types.join(', ')} };\nexport { ${exported.values.join(', ')} };\n`;
}

/** The `.d.ts` of a module that another one imports as `./name.ts`. */
const pathOf = (from, source) => path.join(path.dirname(from), source.replace(/\.ts$/, '.d.ts'));

/** What a module declares, imports (name to module) and exports (name to module, null for its own). */
function readModule(file, parseAst) {
  const text = readFileSync(file, 'utf8');
  const [declared, imported, exported] = [new Map(), new Map(), new Map()];
  let end = 0;
  for (const statement of parseAst(text, { lang: 'dts' }).body) {
    const comment = text.slice(end, statement.start).trim();
    end = statement.end;
    const source = statement.source?.value ?? null;
    for (const { local, exported: out } of statement.specifiers ?? [])
      if (statement.type === 'ImportDeclaration') imported.set(local.name, source);
      else exported.set(out.name, source);
    const own = statement.declaration ?? (statement.specifiers ? null : statement);
    if (own === null) continue;
    const name = (own.id ?? own.declarations[0].id).name;
    if (statement.declaration) exported.set(name, null);
    declared.set(name, {
      comment: comment === '' ? '' : `${comment}\n`,
      text: text.slice(own.start, own.end),
      names: namesIn(own),
      isType: /^TS(?:Interface|TypeAlias)/.test(own.type),
      schema: schemaOf(own.typeAnnotation),
    });
  }
  return { declared, imported, exported };
}

/** Names that a declaration uses; those of its own members are none. */
function namesIn(node, found = new Set()) {
  if (typeof node !== 'object' || node === null) return found;
  if (node.type === 'TSImportType') throw new Error('Import the type by name: import() has none.');
  if (node.type === 'Identifier') found.add(node.name);
  for (const [field, child] of Object.entries(node))
    if (field !== 'key' && field !== 'id') namesIn(child, found);
  return found;
}

/** The schema of `z.input<typeof name>` and its like; null for other types. */
function schemaOf(type) {
  const { left, right } = type?.typeName ?? {};
  if (left?.name !== 'z') return null;
  return {
    name: type.typeArguments.params[0].exprName.name,
    io: right.name === 'input' ? 'input' : 'output',
  };
}

async function typeOfSchema(module, { name, io }) {
  const [{ z }, { sayDefaults }, schemas] = await Promise.all([
    import('zod'),
    import('../build/contract/not-given.js'),
    import(pathToFileURL(module.replace(/\.d\.ts$/, '.js'))),
  ]);
  const root = z.toJSONSchema(schemas[name], { io, override: sayDefaults, unrepresentable: 'any' });
  return printed(root, root.$defs, '');
}

/** A JSON Schema as a type. `indent`: of the line that it stands in. */
function printed(schema, defs, indent) {
  const { $ref, anyOf, oneOf, type, properties } = schema;
  if ($ref) return printed(defs[$ref.slice('#/$defs/'.length)], defs, indent);
  if (schema.enum ?? schema.const)
    return [schema.enum ?? schema.const]
      .flat()
      .map((value) => JSON.stringify(value))
      .join(' | ');
  const options = anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((one) => ({ type: one })) : null);
  if (options) return [...new Set(options.map((one) => printed(one, defs, indent)))].join(' | ');
  if (type === 'array') return `ReadonlyArray<${printed(schema.items, defs, indent)}>`;
  if (type !== 'object') return type === 'integer' ? 'number' : (type ?? 'unknown');
  const inner = `${indent}    `;
  const lines = Object.entries(properties).map(([name, field]) => {
    const { description = '', default: value } = field;
    const told = [description, value === undefined ? '' : `Default: \`${JSON.stringify(value)}\`.`]
      .join(' ')
      .trim();
    const comment = told === '' ? '' : `${inner}/** ${told.replaceAll('*/', '*\\/')} */\n`;
    const mark = schema.required?.includes(name) ? '' : '?';
    return `${comment}${inner}readonly ${name}${mark}: ${printed(field, defs, inner)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}
