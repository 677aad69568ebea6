import { schemasOf } from './answer-checker.ts';
import { bodySchema, type Description, type Place } from './description.ts';
import { credentialOf } from './header-values.ts';
import { type Answer, headerOf, type PlainRequest } from './request-types.ts';

/** A rule of a request that a JSON Schema cannot tell: where a body that fits the description may be refused with 400. */
interface UnsaidRule {
  /** The message of the answer. */
  readonly message: RegExp;
  readonly why: string;
}

const UNSAID_RULES: readonly UnsaidRule[] = [
  {
    message: /It is in "(?:in|ex)clude_selectors"\.$/,
    why: 'Whether a text is a CSS selector is no matter of a pattern.',
  },
  {
    message: /^Set "language" to a BCP 47 language tag/,
    why: 'BCP 47 forbids repeated variants and extensions, which a pattern without memory lets through.',
  },
  {
    message: /"cursor"|as for the first part/,
    why: 'A cursor is bound to the answer that gave it and to the fields of its request.',
  },
  {
    message:
      /^(?:Set "url" to|Give) an (?:absolute )?http or https address|^Give an address with a host name/,
    why: 'The format `uri` has no list of schemes, and knows neither ports nor hosts.',
  },
  {
    message: /^Remove "(?:html|wait_for_selector)", or /,
    why: 'Fields that exclude each other; the document is made of rules for one field each.',
  },
];

/** Operations whose answer is one of their body alone, so that a body that fits has to be taken. */
const PURE = ['convert', 'transform', 'validateLicense'];

/** What is wrong with an answer because of whether the body of its request fits the description. */
export type CheckVerdict = (
  place: Place,
  request: PlainRequest,
  filled: string,
  answer: Answer,
) => readonly string[];

/** `filled`: the text of the body as it was sent. */
export function createVerdict(description: Description): CheckVerdict {
  const strictly = schemasOf(description, true);
  // A format is a note for people (JSON Schema, 7.2.1): a value of another one may be taken.
  const loosely = schemasOf(description, false);
  return (place, request, filled, answer) => {
    const schema = bodySchema(description, place.operation);
    if (schema === null || !isPlainly(description, place, request)) return [];
    let value: unknown;
    try {
      value = JSON.parse(filled);
    } catch {
      return answer.status < 400 ? [`a body that is no JSON was answered with ${answer.status}`] : [];
    }
    if (!loosely(schema)(value))
      return answer.status < 400
        ? [`a body that the description forbids was answered with ${answer.status}`]
        : [];
    if (answer.status !== 400 || !PURE.includes(place.operation.operationId)) return [];
    if (!strictly(schema)(value) || !textOf(value).isWellFormed()) return [];
    const { error } = JSON.parse(answer.body.toString()) as { error: { reason: string; message: string } };
    const isKnown = UNSAID_RULES.some(({ message }) => message.test(error.message));
    return isKnown || error.reason === 'body_too_large'
      ? []
      : [`a body that fits the description was refused: ${error.message}`];
  };
}

/** Whether nothing but the body of a request can be wrong. */
function isPlainly(description: Description, { method, operation }: Place, request: PlainRequest): boolean {
  const [credential] = credentialOf(description, operation);
  const isKnown = credential === undefined || headerOf(request, credential[0]) === credential[1];
  const hasType = headerOf(request, 'content-type') === 'application/json';
  const isEncoded = headerOf(request, 'content-encoding') !== undefined;
  return request.method === method && isKnown && hasType && !isEncoded && request.body !== undefined;
}

/** All texts in a value: JSON Schema has no word for one without lone surrogates. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join(' ') : '';
}
