import { escapeUTF8 } from 'entities';
import type { OpenDocument } from '../office/open-document.ts';
import { attributeOf, descend, type XmlElement } from '../office/xml.ts';

/** The content of an object in a text (OpenDocument 1.3, part 3, 10.4.6): in its place, or in a part; undefined where that is missing. */
export function objectOf(opened: OpenDocument, object: XmlElement): XmlElement | undefined {
  const place = (attributeOf(object, 'href') ?? '').replace(/^\.\//, '').replace(/\/$/, '');
  return descend(object, 'math') ?? opened.part(`${place}/content.xml`);
}

/** An element of MathML as HTML, with the few attributes that mean something. */
export function mathml(node: XmlElement | string): string {
  if (typeof node === 'string') return escapeUTF8(node);
  const said = ['display', 'mathvariant', 'linethickness', 'accent', 'encoding'].flatMap((name) => {
    const value = attributeOf(node, name);
    return value === undefined ? [] : ` ${name}="${escapeUTF8(value)}"`;
  });
  return `<${node.name}${said.join('')}>${node.children.map(mathml).join('')}</${node.name}>`;
}
