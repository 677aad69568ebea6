/** Which of the secrets a text holds: as they are, as in JSON, percent-encoded, or inside of something in base64. */
export function secretsIn(text: string, secrets: readonly string[]): readonly string[] {
  return secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
}

function formsOf(secret: string): readonly string[] {
  const inJson = (value: string) => JSON.stringify(value).slice(1, -1);
  return [
    secret,
    inJson(secret),
    inJson(inJson(secret)),
    encodeURIComponent(secret),
    ...[0, 1, 2].flatMap((before) => {
      // Without the four digits at either end, which what is beside it may change.
      const digits = Buffer.from(`${' '.repeat(before)}${secret}`)
        .toString('base64')
        .slice(4, -4);
      return [digits, digits.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(digits)];
    }),
  ];
}

/** What somebody writes who quotes a secret in every form. */
export function quoted(secret: string): string {
  return [
    secret,
    JSON.stringify({ key: secret }),
    encodeURIComponent(secret),
    Buffer.from(`user:${secret}`).toString('base64'),
  ].join(' ');
}
