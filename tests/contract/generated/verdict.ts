import { schemasOf } from './answer-checker.ts';
import type { Description, Place } from './description.ts';
import { bodySchema } from './description.ts';
import { credentialOf } from './header-values.ts';
import { type Answer, headerOf, type PlainRequest } from './request-types.ts';
import { UNSAID_RULES } from './unsaid-rules.ts';

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
