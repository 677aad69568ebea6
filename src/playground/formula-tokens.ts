const TOKEN = /\\(?:[A-Za-z]+|[\s\S])|\d+(?:[.,]\d+)*|[^\s]|\s+/gu;

/** What is not known in a formula: it is then shown as its source. */
export class UnknownLatex extends Error {}

/** The tokens of a formula in LaTeX: commands, numbers, characters, white space. */
export class FormulaTokens {
  protected at = 0;
  private readonly tokens: readonly string[];

  constructor(tex: string) {
    this.tokens = [...tex.matchAll(TOKEN)].map(([token]) => token);
  }

  protected peek(): string | undefined {
    while (this.tokens[this.at]?.trim() === '') this.at++;
    return this.tokens[this.at];
  }

  protected next(): string {
    const token = this.peek();
    if (token === undefined) throw new UnknownLatex('the formula ends too early');
    this.at++;
    return token;
  }

  /** Whether the next token is this one, which is then passed. */
  protected takes(token: string): boolean {
    if (this.peek() !== token) return false;
    this.at++;
    return true;
  }

  /** The source of a group, white space kept. */
  protected rawGroup(): string {
    if (!this.takes('{')) throw new UnknownLatex('a group is missing');
    let text = '';
    for (let open = 1; ; ) {
      const token = this.tokens[this.at++];
      if (token === undefined) throw new UnknownLatex('a group does not end');
      open += token === '{' ? 1 : token === '}' ? -1 : 0;
      if (open === 0) return text;
      text += token;
    }
  }
}
