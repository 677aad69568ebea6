import type { ConvertRequest } from '../contract/convert.ts';
import { weightsOf } from './request-headers.ts';

type Format = ConvertRequest['response_format'];

/** What the content goes out as where its format decides. */
const TYPES = { markdown: 'text/markdown', text: 'text/plain' } as const;
/** Weight of what a field names with `q=0`: less than that of what it leaves out. */
const REFUSED = -1;

/** How an answer goes out; see {@link wantedAnswer}. */
export type WantedAnswer = ReturnType<typeof wantedAnswer>;

/**
 * What an `Accept` field wants of a conversion (RFC 9110, 12.5.1). `usual`: what those get who prefer neither. `json`: the bare
 * content is for those to whom a type of text weighs more; `bare`: JSON is for those to whom it does, and `*\/*` says nothing.
 */
export function wantedAnswer(accept: string | undefined, usual: 'json' | 'bare') {
  const weights = weightsOf(accept);
  const weightOf = (type: string, ...others: readonly string[]): number => {
    const range = [type, type.replace(/\/.*/, '/*'), ...others].find((one) => weights.has(one));
    return range === undefined ? 0 : weights.get(range) || REFUSED;
  };
  const [json, markdown, text] = ['application/json', TYPES.markdown, TYPES.text].map((type) =>
    usual === 'json' ? weightOf(type, '*/*') : weightOf(type),
  ) as [number, number, number];
  const isJson = usual === 'json' ? json >= Math.max(markdown, text) : json > Math.max(markdown, text);
  const ofType = (type: string) => weightOf(type, '*/*');
  const prefersText = !isJson && ofType(TYPES.text) > ofType(TYPES.markdown);
  return {
    isJson,
    /** The format of the content where the request names none. */
    format: (prefersText ? 'text' : 'markdown') satisfies Format as Format,
    /** What bare content of a format is sent as: the other type only where its own is not accepted and that one is. */
    typeOf(format: Format): string {
      const [own, other] = format === 'text' ? [TYPES.text, TYPES.markdown] : [TYPES.markdown, TYPES.text];
      return ofType(own) <= 0 && ofType(other) > ofType(own) ? other : own;
    },
  };
}
