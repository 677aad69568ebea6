import Parser from '@postlight/parser';

export async function convert({ html, url }) {
  const { content } = await Parser.parse(url, { html, contentType: 'markdown', fetchAllPages: false });
  return { markdown: content ?? '' };
}
