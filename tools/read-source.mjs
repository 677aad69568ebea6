// The source files of the product as syntax, for the programs of the gate.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * The text and syntax of a file: `program` (ESTree), `comments` and `module` (its imports and exports) as oxc-parser
 * gives them. Throws where the file has a syntax error.
 */
export function readSource(root, file) {
  const text = readFileSync(path.join(root, file), 'utf8');
  const { program, comments, module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  return { text, program, comments, module };
}

/** The imports of a `program`: what each names (null for one computed at run time), and whether it takes types alone. */
export function importsOf(program) {
  const found = [];
  const take = (source, isTypeOnly) => found.push({ name: source.value ?? null, isTypeOnly });
  const takesTypes = (kind, specifiers, ofOne) =>
    kind === 'type' || (specifiers.length > 0 && specifiers.every((one) => one[ofOne] === 'type'));
  new Visitor({
    ImportDeclaration: ({ source, importKind, specifiers }) =>
      take(source, takesTypes(importKind, specifiers, 'importKind')),
    ExportNamedDeclaration: ({ source, exportKind, specifiers }) =>
      source && take(source, takesTypes(exportKind, specifiers, 'exportKind')),
    ExportAllDeclaration: ({ source, exportKind }) => take(source, exportKind === 'type'),
    ImportExpression: ({ source }) => take(source, false),
    TSImportType: ({ source }) => take(source, true),
  }).visit(program);
  return found;
}

/** Calls `visit` with every node below one, and the name that the nearest declaration, property or method around it has. */
export function walk(node, visit, name = '') {
  if (Array.isArray(node)) for (const one of node) walk(one, visit, name);
  if (typeof node?.type !== 'string') return;
  const own = node.id?.name ?? node.key?.name ?? name;
  visit(node, own);
  for (const key in node) {
    const value = node[key];
    if (typeof value === 'object' && value !== null) walk(value, visit, own);
  }
}
