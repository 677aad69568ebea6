/** MathML characters whose LaTeX is a command. Others stand for themselves. */
const SYMBOL_TABLE = `
α alpha|β beta|γ gamma|δ delta|ϵ epsilon|ε varepsilon|ζ zeta|η eta|θ theta|ϑ vartheta|ι iota|κ kappa|λ lambda|μ mu|ν nu|ξ xi
π pi|ϖ varpi|ρ rho|ϱ varrho|σ sigma|ς varsigma|τ tau|υ upsilon|φ varphi|ϕ phi|χ chi|ψ psi|ω omega
Γ Gamma|Δ Delta|Θ Theta|Λ Lambda|Ξ Xi|Π Pi|Σ Sigma|Υ Upsilon|Φ Phi|Ψ Psi|Ω Omega
± pm|∓ mp|× times|÷ div|· cdot|⋅ cdot|∗ ast|⋆ star|∘ circ|• bullet|⊕ oplus|⊖ ominus|⊗ otimes|⊙ odot|† dagger|‡ ddagger
≤ leq|≥ geq|≠ neq|≈ approx|≡ equiv|∼ sim|≃ simeq|≅ cong|∝ propto|≪ ll|≫ gg|≺ prec|≻ succ|⪯ preceq|⪰ succeq|≐ doteq|≜ triangleq|≔ coloneqq
∈ in|∉ notin|∋ ni|⊂ subset|⊃ supset|⊆ subseteq|⊇ supseteq|∪ cup|∩ cap|∖ setminus|∅ emptyset|⊔ sqcup|⊓ sqcap
∧ wedge|∨ vee|¬ neg|∀ forall|∃ exists|∄ nexists|⊤ top|⊥ bot|⊢ vdash|⊨ models|∴ therefore|∵ because
→ to|← leftarrow|↔ leftrightarrow|⇒ Rightarrow|⇐ Leftarrow|⇔ Leftrightarrow|↦ mapsto|⟶ longrightarrow|⟵ longleftarrow|⟹ implies|⟸ impliedby|⟺ iff|↑ uparrow|↓ downarrow|↗ nearrow|↘ searrow|⇌ rightleftharpoons|↪ hookrightarrow|⇀ rightharpoonup
∑ sum|∏ prod|∐ coprod|∫ int|∬ iint|∭ iiint|∮ oint|⋃ bigcup|⋂ bigcap|⨁ bigoplus|⨂ bigotimes|⋁ bigvee|⋀ bigwedge
∞ infty|∂ partial|∇ nabla|ℏ hbar|ℓ ell|ℜ Re|ℑ Im|ℵ aleph|℘ wp|∠ angle|△ triangle|□ square|◊ lozenge|′ prime|″ prime\\prime|‴ prime\\prime\\prime
… ldots|⋯ cdots|⋮ vdots|⋱ ddots|⟨ langle|⟩ rangle|⌈ lceil|⌉ rceil|⌊ lfloor|⌋ rfloor|‖ |∥ parallel|∣ mid|ı imath|ȷ jmath
ℝ mathbb{R}|ℕ mathbb{N}|ℤ mathbb{Z}|ℚ mathbb{Q}|ℂ mathbb{C}|ℙ mathbb{P}|ℋ mathcal{H}|ℒ mathcal{L}|ℱ mathcal{F}|ℳ mathcal{M}|ℛ mathcal{R}|ℬ mathcal{B}|ℰ mathcal{E}|ℐ mathcal{I}|𝔼 mathbb{E}`;

/** LaTeX by character; a character that is not here stands for itself. */
export const SYMBOLS = new Map<string, string>();
for (const entry of SYMBOL_TABLE.trim().split(/[|\n]/)) {
  const space = entry.indexOf(' ');
  const command = entry.slice(space + 1);
  SYMBOLS.set(entry.slice(0, space), command === '' ? '\\|' : `\\${command}`);
}
SYMBOLS.set('−', '-');
SYMBOLS.set('\u2062', '');
SYMBOLS.set('\u2061', '');
SYMBOLS.set('\u2063', '');
SYMBOLS.set('\u2064', '');
SYMBOLS.set('\u200b', '');
SYMBOLS.set('\u00a0', '\\ ');
for (const sign of '%#&_$') SYMBOLS.set(sign, `\\${sign}`);
SYMBOLS.set('{', '\\{');
SYMBOLS.set('}', '\\}');

/** Operators that LaTeX sets upright by a command. */
export const FUNCTIONS = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);

/** Accents over a base: MathML's character → command. */
export const OVER: ReadonlyMap<string, string> = new Map([
  ['^', '\\hat'],
  ['ˆ', '\\hat'],
  ['~', '\\tilde'],
  ['˜', '\\tilde'],
  ['¯', '\\bar'],
  ['‾', '\\overline'],
  ['―', '\\overline'],
  ['→', '\\vec'],
  ['⃗', '\\vec'],
  ['˙', '\\dot'],
  ['¨', '\\ddot'],
  ['ˇ', '\\check'],
  ['˘', '\\breve'],
  ['⏞', '\\overbrace'],
  ['_', '\\overline'],
]);

/** Signs under a base. */
export const UNDER: ReadonlyMap<string, string> = new Map([
  ['_', '\\underline'],
  ['‾', '\\underline'],
  ['⏟', '\\underbrace'],
]);

/** Styled alphabets of Unicode's mathematical block (U+1D400 …), 26 + 26 letters each, in order. */
const ALPHABETS = [
  'mathbf',
  '',
  'boldsymbol',
  'mathcal',
  'mathcal',
  'mathfrak',
  'mathbb',
  'mathfrak',
  'mathsf',
  'mathsf',
  'mathsf',
  'mathsf',
  'mathtt',
];

/** LaTeX of one character. */
function charToLatex(char: string): string {
  const known = SYMBOLS.get(char);
  if (known !== undefined) return known;
  const code = char.codePointAt(0)!;
  if (code < 0x1d400 || code > 0x1d6a3) return char;
  const offset = code - 0x1d400;
  const letter = offset % 52;
  const plain = String.fromCharCode(letter < 26 ? 65 + letter : 71 + letter);
  const alphabet = ALPHABETS[Math.floor(offset / 52)];
  return alphabet ? `\\${alphabet}{${plain}}` : plain;
}

/** LaTeX of a run of characters; a command before a letter gets its blank. */
export function textToLatex(text: string): string {
  const latex = new LatexRow();
  for (const char of text) latex.add(charToLatex(char));
  return latex.text;
}

/** Longest end of a row that can be a command, in characters. */
const COMMAND_CHARACTERS = 24;

/** Pieces of LaTeX beside each other, with a blank where a command would run into a letter. Linear in their length. */
export class LatexRow {
  text = '';
  /** The end of `text`, apart: to look at the end of a text that grows costs its whole length. */
  #end = '';

  add(piece: string): void {
    if (piece === '') return;
    if (/^[a-zA-Z]/.test(piece) && /\\[a-zA-Z]+$/.test(this.#end)) this.#append(' ');
    this.#append(piece);
  }

  #append(piece: string): void {
    this.text += piece;
    this.#end = (this.#end + piece.slice(-COMMAND_CHARACTERS)).slice(-COMMAND_CHARACTERS);
  }
}
