import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';

const pipeline = unified().use(rehypeParse).use(rehypeRemark).use(remarkGfm).use(remarkStringify).freeze();

export async function convert({ html }) {
  return { markdown: String(await pipeline.process(html)) };
}
