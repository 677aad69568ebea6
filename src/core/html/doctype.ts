import { type Token, Tokenizer } from 'parse5';

const ignore = () => {};

/** The doctype of nearly all pages, as parse5 reads it. */
const PLAIN_SOURCE = /^<!doctype html>$/i;
const PLAIN = tokenize('<!doctype html>');

/** The token of a doctype, given its source from `<!` to `>` (or the end of the page). */
export function parseDoctype(source: string): Token.DoctypeToken {
  return PLAIN_SOURCE.test(source) ? PLAIN : tokenize(source);
}

function tokenize(source: string): Token.DoctypeToken {
  let doctype: Token.DoctypeToken | null = null;
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onParseError: null,
      onComment: ignore,
      onStartTag: ignore,
      onEndTag: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onDoctype: (token) => {
        doctype = token;
      },
    },
  );
  tokenizer.write(source, true);
  if (doctype === null) throw new Error(`a doctype gives a token; got none for "${source.slice(0, 40)}"`);
  return doctype;
}
