// Counts how often the core asks what it has found before: what a page's parts are is to be asked once.
import { readSource, walk } from './read-source.mjs';
import { sourceFiles } from './source-files.mjs';

/** Rooms that find out what elements are; all others are to read what these found. */
const FINDERS = /^src\/core\/(?:page|facts|units|html)\//;
/** Rooms that choose and build. */
const READERS = /^src\/core\/(?:select|content)\//;
/** Formulas have a grammar of their own. */
const FORMULAS = /^src\/core\/content\/handlers\/math\//;
const LOOKS = /^(?:class|style|hidden|role|aria-.*)$/;
/** First words of comments that ask instead of telling. */
const ASKING = /^\s*\*?\s*(?:What|Whether|How|Most|Fewest)\b/;

/** Whether any node below one passes. */
function some(node, passes) {
  let found = false;
  walk(node, (one) => (found ||= passes(one)));
  return found;
}

const isNodes = ({ type, name, property }) =>
  (type === 'Identifier' && name === 'nodes') || (type === 'MemberExpression' && property.name === 'nodes');

const isLoopOverNodes = (node) =>
  (node.type === 'ForOfStatement' && isNodes(node.right)) ||
  (node.type === 'ForStatement' && node.test !== null && some(node.test, isNodes));

const typeOf = ({ typeAnnotation }) => typeAnnotation?.typeAnnotation;
const takesNode = (param) =>
  some(
    typeOf(param) ?? {},
    ({ type, typeName }) => type === 'TSTypeReference' && typeName.name === 'HtmlNode',
  );
const isPredicate = (node) =>
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) &&
  node.returnType?.typeAnnotation.type === 'TSBooleanKeyword' &&
  node.params.some(takesNode);

/** A question for the looks of an element: an attribute of them, its style, or a role that its class tells. */
const isReadOfLooks = ({ type, callee, arguments: given }) => {
  if (type !== 'CallExpression') return false;
  if (callee.name === 'attr') return LOOKS.test(String(given[1]?.value));
  if (callee.name === 'styleOf') return true;
  const holder = callee.object?.property?.name ?? callee.object?.name;
  return (
    callee.type === 'MemberExpression' && (holder === 'roles' || callee.object?.callee?.name === 'rolesOf')
  );
};

const isRegex = ({ type, regex }) => type === 'Literal' && regex !== undefined;

/** What is counted, with the files in which it is. */
const ROWS = [
  ['loops over the nodes of a page', (file) => file.startsWith('src/core/'), isLoopOverNodes],
  ['predicates over an element, in select/ and content/', (file) => READERS.test(file), isPredicate],
  [
    'reads of class, style, hidden, role and aria-*, outside page/, units/ and html/',
    (file) => file.startsWith('src/core/') && !FINDERS.test(file),
    isReadOfLooks,
  ],
  [
    'regular expressions in select/ and content/, formulas apart',
    (file) => READERS.test(file) && !FORMULAS.test(file),
    isRegex,
  ],
];

/** Rows `[what, count]` of the modules of `root`/src. */
export function structureReport(root) {
  const counts = ROWS.map(() => 0);
  let [lines, comments, asking] = [0, 0, 0];
  for (const file of sourceFiles(root)) {
    if (/\.(table|generated)\.ts$/.test(file)) continue;
    const { text, program, comments: own } = readSource(root, file);
    if (file.startsWith('src/core/')) lines += text.split('\n').length - 1;
    const docs = own.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));
    comments += docs.length;
    asking += docs.filter(({ value }) => ASKING.test(value)).length;
    const rows = ROWS.flatMap(([, isIn], i) => (isIn(file) ? [i] : []));
    if (rows.length === 0) continue;
    walk(program, (node) => {
      for (const i of rows) if (ROWS[i][2](node)) counts[i]++;
    });
  }
  return [
    ['lines of core/', lines],
    ...ROWS.map(([what], i) => [what, counts[i]]),
    [
      'doc comments that begin with What, Whether, How, Most or Fewest, in 100',
      Math.round((100 * asking) / comments),
    ],
  ];
}
