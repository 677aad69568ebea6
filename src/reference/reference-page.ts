import { codeBlock } from '../site/code-block.ts';
import { html, type Markup } from '../site/html.ts';
import { documentOf } from '../site/page.ts';
import {
  type Description,
  type Endpoint,
  endpointsOf,
  nameOfRef,
  type SecurityScheme,
} from './description.ts';
import { exampleAnswer, exampleCurl } from './examples.ts';
import { answerList, fieldsOf, headerId, objectId, parameterFields, typeOf } from './fields.ts';
import { blocks, inline, pretty } from './text.ts';
import { tryForm } from './try-form.ts';

/**
 * The reference of the API as one page at `/docs`: every operation with its fields, answers, examples and a form that sends
 * it; objects and header fields.
 */
export function referencePage(description: Description): string {
  const endpoints = endpointsOf(description);
  return documentOf({
    title: 'API reference',
    description: `Every operation of this ${description.info.title} service: fields, answers, errors, and a form to try it.`,
    root: '',
    place: 'reference',
    styles: ['reference'],
    menu: menuOf(description, endpoints),
    outline: null,
    content: html`<div class="reference">
${introduction(description)}
${credentials(description)}
${endpoints.map((endpoint) => operationOf(description, endpoint))}
${objects(description, endpoints)}
${headers(description)}
</div>`,
  });
}

function menuOf({ tags, components }: Description, endpoints: readonly Endpoint[]): Markup {
  const link = ({ method, path, operation }: Endpoint) =>
    html`<li><a href="#${operation.operationId}"><span class="method">${method}</span> <span>${path}</span></a></li>\n`;
  const group = ({ name }: { readonly name: string }) =>
    html`<p class="group">${name}</p>\n<ul>${endpoints.filter(({ operation }) => operation.tags.includes(name)).map(link)}</ul>\n`;
  return html`<ul><li><a href="#introduction">Introduction</a></li>
<li><a href="#credentials">Credentials</a></li></ul>
${tags.map(group)}
<p class="group">Shapes</p>
<ul>${objectNames(components.schemas, endpoints).map((name) => html`<li><a href="#${objectId(name)}">${name}</a></li>\n`)}
<li><a href="#headers">Header fields</a></li></ul>`;
}

function introduction({ info }: Description): Markup {
  return html`<section class="introduction prose" aria-labelledby="introduction">
<h1 id="introduction">API reference</h1>
${blocks(info.description)}
<p>The same for programs: <a href="openapi.json">openapi.json</a>. In sentences: <a href="docs/guides/api">the API guide</a>. What to do about
an error: <a href="docs/guides/reasons">reasons</a>.</p>
</section>`;
}

const KEY_NAMES: Readonly<Record<string, string>> = { apiKey: 'API key', licenseKey: 'Licence key' };

/** Fields for the keys; the script shows and keeps them (`src/site/browser/keys.ts`). */
function credentials({ components }: Description): Markup {
  const field = ([id, { description }]: [string, SecurityScheme]) =>
    html`<div class="key"><label for="key-${id}">${KEY_NAMES[id]!}</label>
<input id="key-${id}" data-key="${id}" type="password" spellcheck="false" autocapitalize="off" autocomplete="off" aria-describedby="about-${id}">
<button type="button" data-shows="key-${id}">Show<span class="unseen"> ${KEY_NAMES[id]!}</span></button>
<p class="muted" id="about-${id}">${inline(description)}</p></div>\n`;
  return html`<section class="credentials" aria-labelledby="credentials">
<h2 id="credentials">Credentials</h2>
<p>For the forms below. A key leaves this page in the header field of its call only.</p>
<form id="keys" autocomplete="off">
${Object.entries(components.securitySchemes).map(field)}<label class="check"><input id="key-keep" type="checkbox"> <span>Keep in this tab, also for the playground</span></label>
</form>
</section>`;
}

function operationOf(description: Description, endpoint: Endpoint): Markup {
  const { method, path, operation } = endpoint;
  const { operationId: id, parameters = [] } = operation;
  const body = operation.requestBody?.content['application/json']?.schema;
  const shape = body?.$ref === undefined ? body : description.components.schemas[nameOfRef(body.$ref)];
  const answer = exampleAnswer(description, endpoint);
  return html`<section class="operation" aria-labelledby="${id}">
<div class="about">
<h2 id="${id}">${operation.summary}</h2>
<p class="address"><span class="method">${method}</span> <code>${path}</code></p>
<p>${inline(operation.description)}</p>
</div>
<div class="examples">
${codeBlock('Request', exampleCurl(description, endpoint), 'sh', `curl-${id}`)}${tryForm(description, endpoint)}${answer !== null && codeBlock('Example of an answer', answer, 'json')}</div>
<div class="facts-of">
${parameters.length > 0 && html`<h3 id="${id}-parameters">Parameters</h3>\n${parameterFields(parameters)}`}${
  shape !== undefined && html`<h3 id="${id}-body-fields">Body</h3>\n${fieldsOf(shape)}`
}${answerList(id, operation.responses)}</div>
</section>
`;
}

/** Objects that no operation shows whole as its body. */
function objectNames(
  schemas: Description['components']['schemas'],
  endpoints: readonly Endpoint[],
): string[] {
  const bodies = endpoints.map(
    ({ operation }) => operation.requestBody?.content['application/json']?.schema.$ref,
  );
  return Object.keys(schemas).filter((name) => !bodies.includes(`#/components/schemas/${name}`));
}

function objects({ components: { schemas } }: Description, endpoints: readonly Endpoint[]): Markup {
  const one = (name: string) => {
    const schema = schemas[name]!;
    const example = schema.examples?.[0];
    return html`<section class="operation" aria-labelledby="${objectId(name)}">
<div class="about">
<h2 id="${objectId(name)}">${name}</h2>
${schema.description !== undefined && html`<p>${inline(schema.description)}</p>\n`}</div>
<div class="examples">${example !== undefined && codeBlock('Example', pretty(example), 'json')}</div>
<div class="facts-of">
${fieldsOf(schema)}</div>
</section>
`;
  };
  return html`${objectNames(schemas, endpoints).map(one)}`;
}

function headers({ components }: Description): Markup {
  return html`<section aria-labelledby="headers">
<h2 id="headers">Header fields</h2>
<ul class="fields">${Object.entries(components.headers).map(
    ([name, { description, required = false, schema }]) => html`<li id="${headerId(name)}">
<p class="field-name"><code>${name}</code> <span class="type">${typeOf(schema)}</span>${required && html` <span class="required">always</span>`}</p>
<p>${inline(description)}</p></li>
`,
  )}</ul>
</section>`;
}
