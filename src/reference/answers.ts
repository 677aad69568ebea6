import { html, type Markup, type Part } from '../site/html.ts';
import { type Answer, nameOfRef } from './description.ts';
import { fieldsOf, typeOf } from './fields.ts';
import { inline } from './text.ts';

/** The answers of an operation by status: what the body is, its reasons with a message each, its header fields. */
export function answerList(id: string, answers: Readonly<Record<string, Answer>>): Markup {
  return html`<h3 id="${id}-answers">Answers</h3>
<div class="answers">${Object.entries(answers).map(([status, answer]) => answerOf(status, answer))}</div>
`;
}

function answerOf(status: string, { description, content = {}, headers = {} }: Answer): Markup {
  const names = Object.values(headers).map(({ $ref }) => nameOfRef($ref));
  return html`<details${status === '200' && html` open`}>
<summary><span class="status${Number(status) >= 400 && ' failed'}">${status}</span> <span>${inline(description)}</span></summary>
${bodiesOf(content)}${reasonsOf(content)}${
  names.length > 0 &&
  html`<p class="bounds">Header fields: ${names.map((name, i) => [i > 0 ? ', ' : '', html`<a href="#${headerId(name)}"><code>${name}</code></a>`])}</p>`
}</details>
`;
}

function bodiesOf(content: NonNullable<Answer['content']>): Part {
  return Object.entries(content).map(([type, { schema }]) => {
    const isInline = schema.$ref === undefined && schema.properties !== undefined;
    return html`<p class="body"><code>${type}</code>: ${typeOf(schema)}</p>\n${isInline && fieldsOf(schema)}`;
  });
}

/** Reasons of an error with the message of each; a guide says what to do about them. */
function reasonsOf(content: NonNullable<Answer['content']>): Part {
  const examples = Object.entries(content['application/json']?.examples ?? {});
  if (examples.length === 0) return null;
  return html`<dl class="reasons">${examples.map(
    ([reason, { value }]) =>
      html`<dt><a href="docs/guides/reasons#${reason}"><code>${reason}</code></a></dt><dd>${messageOf(value)}</dd>\n`,
  )}</dl>\n`;
}

/** Of our envelope, and of an error of JSON-RPC. */
function messageOf(value: unknown): string {
  return (value as { readonly error: { readonly message: string } }).error.message;
}

/** Id of a header field in its list. */
export const headerId = (name: string): string => `header-${name.toLowerCase()}`;
