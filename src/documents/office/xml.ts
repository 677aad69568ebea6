import { decodeXML } from 'entities/decode';
import { BudgetSpent, checkNodes } from '../../core/budget.ts';
import { MalformedDocument } from '../document.ts';

/** An element of XML, by its name without prefix. */
export interface XmlElement {
  readonly name: string;
  /** Values by names: `id` without prefix, `:id` with any. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
}

/** Elements within each other, at most: whoever walks a tree may recurse. */
const MAX_DEPTH = 500;
const START = /<([^\s<>/!?"']+)((?:[\s/][^<>"']*(?:"[^"<]*"[^<>"']*|'[^'<]*'[^<>"']*)*)?)>/y;
const END = /<\/([^\s<>]+)\s*>/y;
const ATTRIBUTE = /\s*([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')\s*/y;
/** A document type that declares nothing itself: its name, and where more of it would be. */
const DOCTYPE = /<!DOCTYPE\s[^<>[\]"']*(?:"[^"<]*"[^<>[\]"']*|'[^'<]*'[^<>[\]"']*)*>/y;

/**
 * Reads a part of XML (1.0) to a tree. Namespaces are not told apart, comments and instructions are left out. Throws
 * `MalformedDocument` for what is not well-formed, and for a document type that declares something: no entity is ever expanded,
 * nothing that it points to is read. Throws `BudgetSpent` for too many elements, or too deep ones.
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  const xml = decodePart(bytes);
  const top: XmlElement = { name: '', attributes: {}, children: [] };
  const open: XmlElement[] = [top];
  const names: string[] = [];
  let nodes = 0;
  let at = 0;
  while (at < xml.length) {
    const lt = xml.indexOf('<', at);
    const parent = open.at(-1)!;
    if (lt !== at) addText(parent, decodeXML(xml.slice(at, lt < 0 ? xml.length : lt)));
    if (lt < 0) break;
    const next = xml[lt + 1];
    if (next === '?') at = behind(xml, '?>', lt);
    else if (next === '!') {
      const isText = xml.startsWith('<![CDATA[', lt);
      if (isText || xml.startsWith('<!--', lt))
        at = behind(xml, isText ? ']]>' : '-->', lt + (isText ? 9 : 4));
      else at = lt + matchAt(DOCTYPE, xml, lt)[0].length;
      if (isText) addText(parent, xml.slice(lt + 9, at - 3));
    } else if (next === '/') {
      const name = matchAt(END, xml, lt)[1]!;
      if (names.pop() !== name) throw new MalformedDocument();
      open.pop();
      at = END.lastIndex;
    } else {
      const [, name, written] = matchAt(START, xml, lt);
      at = START.lastIndex;
      const isEmpty = written!.endsWith('/');
      const element = { name: localName(name!), attributes: attributesOf(written!), children: [] };
      checkNodes(++nodes);
      parent.children.push(element);
      if (!isEmpty && open.push(element) > MAX_DEPTH)
        throw new BudgetSpent(`more than ${MAX_DEPTH} elements within each other`);
      if (!isEmpty) names.push(name!);
    }
  }
  const root = top.children.find((child) => typeof child !== 'string');
  if (open.length > 1 || root === undefined) throw new MalformedDocument();
  return root;
}

/** XML is UTF-8 or UTF-16, which begins with its mark (XML 1.0, 4.3.3). */
function decodePart(bytes: Uint8Array): string {
  const mark = bytes[0]! * 256 + bytes[1]!;
  return new TextDecoder(mark === 0xfeff ? 'utf-16be' : mark === 0xfffe ? 'utf-16le' : 'utf-8').decode(bytes);
}

function behind(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  if (at < 0) throw new MalformedDocument();
  return at + mark.length;
}

function matchAt(pattern: RegExp, xml: string, at: number): RegExpExecArray {
  pattern.lastIndex = at;
  const match = pattern.exec(xml);
  if (match === null) throw new MalformedDocument();
  return match;
}

function addText({ children }: XmlElement, text: string): void {
  const last = children.length - 1;
  if (typeof children[last] === 'string') children[last] += text;
  else if (text !== '') children.push(text);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const NO_ATTRIBUTES = {};

function attributesOf(written: string): Readonly<Record<string, string>> {
  const text = written.replace(/\/$/, '').trimEnd();
  if (text === '') return NO_ATTRIBUTES;
  const attributes: Record<string, string> = Object.create(null);
  for (let at = 0; at < text.length; at = ATTRIBUTE.lastIndex) {
    const [, name, double, single] = matchAt(ATTRIBUTE, text, at);
    if (name!.startsWith('xmlns')) continue;
    const colon = name!.indexOf(':');
    attributes[colon < 0 ? name! : name!.slice(colon)] ??= decodeXML(double ?? single!);
  }
  return attributes;
}

/** Elements among the children of one. */
export function elementsIn(node: XmlElement | undefined): XmlElement[] {
  return (node?.children ?? []).filter((child) => typeof child !== 'string');
}

/** The elements in a node whose names are these, one in the other. */
export function descend(node: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  return names.reduce((at, name) => elementsIn(at).find((child) => child.name === name), node);
}

/** Elements of some names in a node, at any depth, in order; what stands in one is not looked at. */
export function findAll(node: XmlElement | undefined, ...names: readonly string[]): XmlElement[] {
  const found: XmlElement[] = [];
  const look = (within: XmlElement) => {
    for (const child of within.children)
      if (typeof child === 'string') continue;
      else if (names.includes(child.name)) found.push(child);
      else look(child);
  };
  if (node !== undefined) look(node);
  return found;
}

/** The value of an attribute, of whatever prefix. */
export function attributeOf(node: XmlElement | undefined, name: string): string | undefined {
  return node?.attributes[name] ?? node?.attributes[`:${name}`];
}

/** All text in a node. */
export function textIn(node: XmlElement | string | undefined): string {
  if (node === undefined || typeof node === 'string') return node ?? '';
  return node.children.map(textIn).join('');
}
