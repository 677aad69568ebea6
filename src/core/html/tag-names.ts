import { html } from 'parse5';
import { unitAt } from '../unit-at.ts';
import { shared } from '../word-set.ts';

/** A name that pages use, as one shared string: comparing such names compares pointers. */
interface KnownName {
  readonly name: string;
  /** parse5's id of a tag name; 0 for attribute names. */
  readonly id: number;
}

const SLOTS = 1024;

/** A set of known names, looked up by where they stand in a page, without making a string first. */
class NameTable {
  private readonly slots: (readonly KnownName[] | undefined)[] = new Array(SLOTS).fill(undefined);

  constructor(names: Iterable<KnownName>) {
    for (const known of names) {
      let hash = 0;
      for (let i = 0; i < known.name.length; i++) hash = hashStep(hash, known.name.charCodeAt(i));
      const slot = hash & (SLOTS - 1);
      this.slots[slot] = [...(this.slots[slot] ?? []), known];
    }
  }

  /** The known name that `source[start, end)` spells in any ASCII case; `hash` is that of `hashStep` over it. */
  find(source: string, start: number, end: number, hash: number): KnownName | null {
    const candidates = this.slots[hash & (SLOTS - 1)];
    if (candidates === undefined) return null;
    for (let i = 0; i < candidates.length; i++) {
      const known = candidates[i]!;
      if (known.name.length === end - start && spells(source, start, known.name)) return known;
    }
    return null;
  }
}

/** Adds a UTF-16 unit to the hash of a name; upper and lower case of ASCII letters count the same. */
export function hashStep(hash: number, unit: number): number {
  return (Math.imul(hash, 31) + (unit | 0x20)) | 0;
}

/** Whether a source has a lower-case name at a place, in any ASCII case. */
export function spells(source: string, start: number, name: string): boolean {
  if (start + name.length > source.length) return false;
  for (let i = 0, end = name.length; i < end; i++) {
    const unit = unitAt(source, start + i);
    const wanted = unitAt(name, i);
    if (unit !== wanted && (unit < 65 || unit > 90 || unit + 32 !== wanted)) return false;
  }
  return true;
}

// A tag name with an upper-case letter (`foreignObject`) is only given by the tree builder, never by the tokenizer.
export const TAG_NAMES = new NameTable(
  Object.values(html.TAG_NAMES)
    .filter((name) => name === name.toLowerCase())
    .map((name) => ({ name, id: html.getTagID(name) })),
);

export const ATTRIBUTE_NAMES = new NameTable(
  shared(
    `abbr about accept accept-charset accesskey action align allow allowfullscreen alt aria-atomic aria-controls
   aria-current aria-describedby aria-disabled aria-expanded aria-haspopup aria-hidden aria-label aria-labelledby
   aria-level aria-live aria-modal aria-pressed aria-selected as async autocomplete autoplay bgcolor border cellpadding
   cellspacing charset checked cite class clip-path clip-rule color cols colspan content contenteditable controls
   coords crossorigin cx cy d data data-action data-alt data-component data-href data-id data-index data-lang
   data-language data-name data-original data-sizes data-src data-srcset data-target data-test data-testid data-title
   data-toggle data-tooltip data-type data-url data-v data-value datetime decoding defer dir disabled download draggable
   enctype face fetchpriority fill fill-rule focusable for form frameborder headers height hidden href hreflang
   http-equiv id imagesizes imagesrcset integrity is itemid itemprop itemref itemscope itemtype kind label lang language
   loading loop maxlength media method min max muted name nonce novalidate onclick onload open pattern placeholder points
   poster preload property r readonly referrerpolicy rel required rev role rows rowspan rx ry scheme scope scrolling
   selected shape shadowrootmode size sizes slot span spellcheck src srcdoc srcset start stroke stroke-linecap
   stroke-linejoin stroke-width style summary tabindex target title transform translate type typeof usemap valign value
   version vertical-align viewbox vocab width wrap x x1 x2 xlink:href xml:lang xmlns xmlns:xlink y y1 y2`
      .trim()
      .split(/\s+/),
  ).map((name) => ({ name, id: 0 })),
);

/** ASCII lower case of a name, everything else untouched (HTML Standard, tag and attribute name states). */
export function asciiLowerCase(name: string): string {
  return name.replace(/[A-Z]+/g, (upper) => upper.toLowerCase());
}
