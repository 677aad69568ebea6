import { html, type Markup, type Part } from '../site/html.ts';
import type { Description, Endpoint, Parameter } from './description.ts';
import { credentialOf, examplesOf, streams, takesFile } from './examples.ts';
import { pretty } from './text.ts';

/** A form that sends an operation, for the script of the page, which shows it; without a script it is not there. */
export function tryForm(description: Description, endpoint: Endpoint): Markup {
  const { path, method, operation } = endpoint;
  const { operationId: id, parameters = [] } = operation;
  const credential = credentialOf(description, endpoint);
  const required = parameters.filter(({ required: isRequired }) => isRequired);
  const optional = parameters.filter(({ required: isRequired }) => !isRequired);
  return html`<form class="try" id="try-${id}" data-method="${method}" data-path="${path}" data-stream="${streams(endpoint) ? 'yes' : 'no'}"${
    credential !== null &&
    html` data-scheme="${credential.scheme}" data-header="${credential.header}" data-prefix="${credential.prefix}" data-variable="${credential.variable}"`
  } novalidate hidden>
<details>
<summary>Try it<span class="unseen">: ${operation.summary}</span></summary>
<div class="try-fields">
${required.map((one) => input(id, one))}${
  optional.length > 0 &&
  html`<details class="optional"><summary>Options</summary><div class="try-fields">${optional.map((one) => input(id, one))}</div></details>\n`
}${body(description, endpoint)}<p class="problem" role="alert" hidden></p>
<div class="row"><button class="primary" type="submit">Send</button> <button type="button" class="quiet" data-cancel hidden>Cancel</button> <span class="muted" role="status"></span></div>
</div>
</details>
<div class="try-answer" hidden></div>
</form>
`;
}

function input(id: string, { name, in: place, schema, example }: Parameter): Markup {
  const field = `${id}-${name}`;
  const common = html`id="${field}" name="${name}" data-in="${place}"`;
  const values = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const isList = schema.type === 'array';
  let control = html`<input ${common} type="text" spellcheck="false" autocapitalize="off" value="${String(example ?? '')}">`;
  if (values !== undefined)
    control = html`<select ${common}><option value="">${defaultOf(schema.default)}</option>${values.map((value) => html`<option>${String(value)}</option>`)}</select>`;
  if (isList)
    control = html`<textarea ${common} rows="2" spellcheck="false" placeholder="one a line"></textarea>`;
  return html`<label for="${field}"><code>${name}</code>${control}</label>\n`;
}

const defaultOf = (value: unknown): string => (value === undefined ? '' : `${String(value)} (default)`);

function body(description: Description, endpoint: Endpoint): Part {
  const { operationId, requestBody } = endpoint.operation;
  const id = `${operationId}-body`;
  if (takesFile(endpoint))
    return html`<label for="${id}">File<input id="${id}" type="file" data-in="file"></label>\n`;
  const content = requestBody?.content['application/json'];
  if (content === undefined) return null;
  const examples = examplesOf(description, content).map(pretty);
  const choice = examples.map((example, i) => html`<option value="${example}">Example ${i + 1}</option>`);
  return html`<label for="${id}">Body<textarea id="${id}" name="body" data-in="body" rows="${Math.min(12, examples[0]!.split('\n').length + 1)}" spellcheck="false">
${examples[0]!}</textarea></label>
${examples.length > 1 && html`<label for="${id}-example">Fill in<select id="${id}-example" data-fills="${id}">${choice}</select></label>\n`}`;
}
