import { parseUrl } from '../contract/address.ts';

/** Stands where a secret was. */
const MASK = '[secret]';
/** Values of fewer characters stand in any text, so they are not looked for. */
const MIN_SECRET_CHARACTERS = 4;
/** Backslashes before one character: JSON writes one, JSON in it three, and a line of the log about that seven. */
const BACKSLASHES = '\\\\{1,7}';

/** Something that no line may hold. */
interface Needle {
  /** Part of all its forms: a text without it need not be searched. */
  readonly anchor: string;
  readonly pattern: RegExp;
}

/** Keys and bearer values of anybody, whether they are known or not. */
const CREDENTIALS: readonly Needle[] = [
  // More than the hint that lists show, which is the prefix and four characters.
  ...['pmk_', 'pml_'].map((prefix) => needle([...prefix], '(?:[0-9A-Za-z]|%[3-7][0-9A-Fa-f]){5,}')),
  ...['earer', 'EARER'].map((anchor) => ({
    anchor,
    pattern: /bearer(?:[\s:+]|%20|%3a){1,4}(?:[\w.~+/-]|%[0-9a-f]{2}|\\\/){6,}=*/gi,
  })),
  ...['pmk_', 'pml_', 'Bearer ', 'bearer '].flatMap((prefix) => inBase64(prefix, '[\\w+/-]{7,}=*')),
];

const known = new Map<string, readonly Needle[]>();
let needles: readonly Needle[] = CREDENTIALS;

/** From now on the value is replaced in every line; of an address only its password, so that its host can be read. */
export function keepOutOfLines(value: string): void {
  const secret = passwordOf(value);
  if (secret.length < MIN_SECRET_CHARACTERS || known.has(secret)) return;
  known.set(secret, [needle([...secret]), ...inBase64(secret)]);
  // The longest first: one secret may begin with another.
  const longestFirst = [...known].sort(([a], [b]) => b.length - a.length);
  needles = [...longestFirst.flatMap(([, forms]) => forms), ...CREDENTIALS];
}

/**
 * The text without the secrets of this process, keys (`pmk_`, `pml_`) and bearer values: as they are, escaped as in JSON
 * (twice too), percent-encoded, or inside of something in base64.
 */
export function redact(text: string): string {
  const searched = unescaped(text);
  let redacted = text;
  for (const { anchor, pattern } of needles)
    if (searched.includes(anchor)) redacted = redacted.replace(pattern, MASK);
  return redacted;
}

/** The same for one JSON document on one line, which stays one. A line without a secret is returned as it is. */
export function redactJsonLine(line: string): string {
  if (redact(line) === line) return line;
  return `${JSON.stringify(redactIn(JSON.parse(line)))}\n`;
}

function redactIn(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(redactIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [redact(name), redactIn(inner)]));
}

/** Letters and digits that somebody escaped, which no encoder has to, as themselves; for the search of anchors only. */
function unescaped(text: string): string {
  if (!text.includes('%') && !text.includes('\\u')) return text;
  return text.replace(/(?:%(?:25)?|\\u00)([3-7][0-9a-f])/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** The password of an address, decoded; '' when it has none. Any other value itself. */
function passwordOf(value: string): string {
  if (!value.includes('://')) return value;
  // An address with several hosts does not parse.
  const several = /^[\w+]+:\/\/[^:@/]*:([^@/]*)@[^/]*,/.exec(value);
  const address = several === null ? parseUrl(value) : { password: several[1]!, searchParams: null };
  if (address === undefined) return value;
  const { password, searchParams } = address;
  const given = password === '' ? (searchParams?.get('password') ?? '') : password;
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}

/**
 * A value at each of the three places where it can begin in a group of three bytes, in both alphabets (RFC 4648,
 * sections 4 and 5), without the digits at its ends, which depend on what is beside it.
 */
function inBase64(value: string, followedBy = ''): readonly Needle[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2].map((before) => {
    const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = digits.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    const places = [...own].map((digit) => (digit === '+' ? '+-' : digit === '/' ? '/_' : digit));
    return needle(places, followedBy);
  });
}

/** Finds places in turn, each one character of a few, in every encoding. */
function needle(places: readonly string[], followedBy = ''): Needle {
  const source = places.map((place) => `(?:${[...place].flatMap(encodings).join('|')})`).join('');
  const runs = places.map((place) => (/^[0-9A-Za-z]$/.test(place) ? place : ' ')).join('');
  const anchor = runs.split(' ').reduce((longest, run) => (run.length > longest.length ? run : longest), '');
  // linear: a chain of places without repetition, each a few characters; a line is looked at once for each place.
  return { anchor, pattern: new RegExp(source + followedBy, 'g') };
}

/** One character as it is, escaped as in JSON, percent-encoded (twice too), and a space as in a form. */
function encodings(character: string): readonly string[] {
  const literal = character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return [
    literal,
    `${BACKSLASHES}${literal}`,
    units.map((unit) => `${BACKSLASHES}u${hexPattern(unit, 4)}`).join(''),
    [...Buffer.from(character)].map((byte) => `%(?:25)?${hexPattern(byte, 2)}`).join(''),
    ...(character === ' ' ? ['\\+'] : []),
  ];
}

/** Hexadecimal digits in either case. */
function hexPattern(code: number, digits: number): string {
  const hex = code.toString(16).padStart(digits, '0');
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
