import { Document, Link, Page, renderToBuffer, Text, View } from '@react-pdf/renderer';
import { createElement as h } from 'react';
import { STORY } from './story.ts';

const { title, intro, link, kinds, steps, end } = STORY;

/** react-pdf: boxes laid out by flexbox, the sign of an item in a box of its own. */
export async function withReactPdf(): Promise<Uint8Array> {
  const heading = (text: string, fontSize: number) =>
    h(Text, { style: { fontSize, fontFamily: 'Helvetica-Bold', marginTop: 14, marginBottom: 6 } }, text);
  const item = (sign: string, text: string) =>
    h(View, { key: text, style: { flexDirection: 'row', marginBottom: 3 } }, [
      h(Text, { key: 's', style: { width: 16 } }, sign),
      h(Text, { key: 't', style: { flex: 1 } }, text),
    ]);
  const page = h(
    Page,
    { size: 'A4', style: { padding: 50, fontSize: 11, fontFamily: 'Helvetica' } },
    heading(title, 24),
    h(Text, {}, `${intro} See `, h(Link, { src: link.url }, link.text), ' for the figures.'),
    heading(kinds.title, 16),
    h(Text, {}, kinds.lead),
    h(
      View,
      {},
      kinds.items.map((text) => item('•', text)),
    ),
    heading(steps.title, 16),
    h(Text, {}, steps.lead),
    h(
      View,
      {},
      steps.items.map((text, i) => item(`${i + 1}.`, text)),
    ),
    h(Text, { style: { marginTop: 10 } }, end),
  );
  return new Uint8Array(await renderToBuffer(h(Document, { title }, page)));
}
