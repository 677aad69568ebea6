import { html, type Markup, type Part } from '../site/html.ts';
import { type Answer, nameOfRef, type Parameter, type Schema } from './description.ts';
import { inline } from './text.ts';

/** A field of an object, or a parameter. */
interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  readonly schema: Schema;
  readonly place?: string;
}

/** Id of the section of an object. */
export const objectId = (name: string): string => `object-${name}`;

/** The fields of an object, or of each of the objects that stand for it. */
export function fieldsOf(schema: Schema): Markup {
  if (schema.oneOf !== undefined)
    return html`${schema.oneOf.map((one) => html`<p class="either">${inline(one.description ?? '')}</p>\n${fieldsOf(one)}`)}`;
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    isRequired: schema.required?.includes(name) ?? false,
    description: property.description,
    schema: property,
  }));
  return html`${listOf(fields)}${more(schema)}`;
}

/** Fields that an object may have beside those named. */
function more({ additionalProperties: rest, properties = {} }: Schema): Part {
  if (rest === undefined || rest === false) return null;
  const one = typeof rest === 'object' && Object.keys(rest).length > 0 ? html`: ${typeOf(rest)}` : null;
  return html`<p class="muted">${Object.keys(properties).length > 0 ? 'Further fields' : 'Fields of any name'}${one}.</p>\n`;
}

/** Parameters as fields. */
export function parameterFields(parameters: readonly Parameter[]): Markup {
  return listOf(
    parameters.map(({ name, in: place, required = false, description, schema }) => ({
      name,
      isRequired: required,
      description,
      schema,
      place,
    })),
  );
}

function listOf(fields: readonly Field[]): Markup {
  return fields.length === 0 ? html`` : html`<ul class="fields">${fields.map(fieldOf)}</ul>\n`;
}

function fieldOf({ name, isRequired, description, schema, place }: Field): Markup {
  const bounds = boundsOf(schema);
  const inner = schema.items ?? schema;
  const nested = Object.keys(inner.properties ?? {}).length;
  return html`<li>
<p class="field-name"><code>${name}</code> <span class="type">${typeOf(schema)}${place !== undefined && `, ${place}`}</span>${isRequired && html` <span class="required">required</span>`}</p>
${description !== undefined && html`<p>${inline(description)}</p>\n`}${bounds.length > 0 && html`<p class="bounds">${bounds}</p>\n`}${
  nested > 0 &&
  html`<details><summary>${nested === 1 ? '1 field' : `${nested} fields`}<span class="unseen"> of ${name}</span></summary>${fieldsOf(inner)}</details>\n`
}</li>
`;
}

/** What a value is, in words: `integer or null`, `array of string`, the name of an object with a link. */
export function typeOf(schema: Schema): Part {
  if (schema.$ref !== undefined) {
    const name = nameOfRef(schema.$ref);
    return html`<a href="#${objectId(name)}">${name}</a>`;
  }
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return either.map((one, i) => [i > 0 ? ' or ' : '', typeOf(one)]);
  if (schema.items !== undefined) return ['array of ', typeOf(schema.items)];
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  return [
    [schema.type ?? 'anything'].flat().join(' or '),
    schema.format === undefined ? '' : ` (${schema.format})`,
  ];
}

/** Default, choices and bounds, a sentence each. */
function boundsOf(schema: Schema): readonly Part[] {
  const { items, anyOf } = schema;
  return [
    schema.default !== undefined && html`Default <code>${JSON.stringify(schema.default)}</code>. `,
    choices(schema),
    ...(anyOf ?? []).flatMap(boundsOf),
    range(numbers(schema), ''),
    range([schema.minLength, schema.maxLength], ' characters'),
    range([undefined, schema.maxItems], ' items'),
    items !== undefined && range([items.minLength, items.maxLength], ' characters each'),
    schema.pattern !== undefined && html`Matches <code>${schema.pattern}</code>. `,
  ].filter((part) => part !== false && part !== null);
}

function choices({ enum: values = [] }: Schema): Part {
  if (values.length === 0) return null;
  return html`One of ${values.map((value, i) => [i > 0 ? ', ' : '', html`<code>${String(value)}</code>`])}. `;
}

/** The bounds of every number of JavaScript say nothing. */
function numbers({ minimum, maximum }: Schema): readonly [number | undefined, number | undefined] {
  const said = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined;
  return [said(minimum), said(maximum)];
}

function range([low, high]: readonly [number | undefined, number | undefined], unit: string): Part {
  const count = (bound: number) => bound.toLocaleString('en-US');
  if (low !== undefined && high !== undefined) return `From ${count(low)} to ${count(high)}${unit}. `;
  if (high !== undefined) return `At most ${count(high)}${unit}. `;
  return low === undefined || low === 0 ? null : `At least ${count(low)}${unit}. `;
}

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
      html`<dt><a href="docs/guides/reasons#${reason}"><code>${reason}</code></a></dt><dd>${value.error.message}</dd>\n`,
  )}</dl>\n`;
}

/** Id of a header field in its list. */
export const headerId = (name: string): string => `header-${name.toLowerCase()}`;
