import { plainText } from '../core/content/plain-text.ts';
import type { Block, Root } from '../core/content/tree.ts';
import type { Section } from '../site/find-sections.ts';
import type { GuideEntry } from './guide-list.ts';
import { slugOf } from './write-html.ts';

/** A guide cut at its headings, as plain text for the search of the pages. */
export function sectionsOf({ name, title }: GuideEntry, { children }: Root): readonly Section[] {
  const sections: { guide: string; title: string; heading: string; id: string; text: string }[] = [];
  for (const block of children) {
    if (block.type === 'heading') {
      const heading = plainText(block.children);
      const id = block.depth === 1 ? '' : slugOf(heading);
      sections.push({ guide: name, title, heading: id === '' ? title : heading, id, text: '' });
    } else {
      const section = sections.at(-1);
      if (section === undefined) throw new Error(`Begin docs/${name}.md with its heading`);
      section.text = `${section.text} ${textOf(block)}`.trim();
    }
  }
  return sections;
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return plainText(block.children);
    case 'code':
      return block.value;
    case 'table':
      return block.children.flatMap((row) => row.children.map((cell) => plainText(cell.children))).join(' ');
    case 'list':
      return block.children.flatMap((item) => item.children.map(textOf)).join(' ');
    case 'blockquote':
    case 'callout':
      return block.children.map(textOf).join(' ');
    default:
      return '';
  }
}
