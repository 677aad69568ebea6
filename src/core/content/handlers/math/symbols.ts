import { wordSet } from '../../../word-set.ts';

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
… ldots|⋯ cdots|⋮ vdots|⋱ ddots|⟨ langle|⟩ rangle|⌈ lceil|⌉ rceil|⌊ lfloor|⌋ rfloor|∥ parallel|∣ mid|ı imath|ȷ jmath
ℝ mathbb{R}|ℕ mathbb{N}|ℤ mathbb{Z}|ℚ mathbb{Q}|ℂ mathbb{C}|ℙ mathbb{P}|ℋ mathcal{H}|ℒ mathcal{L}|ℱ mathcal{F}|ℳ mathcal{M}|ℛ mathcal{R}|ℬ mathcal{B}|ℰ mathcal{E}|ℐ mathcal{I}|ℍ mathbb{H}|ℭ mathfrak{C}|ℌ mathfrak{H}|ℨ mathfrak{Z}|𝔼 mathbb{E}`;

/** The signs of a table, `sign command|sign command`, with the LaTeX that they are written as. */
function commandsOf(table: string): Map<string, string> {
  const rows = table.trimStart().split(/[|\n]/);
  return new Map(rows.map((row) => [row.split(' ')[0]!, `\\${row.slice(row.indexOf(' ') + 1)}`]));
}

/** LaTeX by character; a character that is not here stands for itself. */
const SYMBOLS = commandsOf(SYMBOL_TABLE);
SYMBOLS.set('−', '-').set('‖', '\\|').set('\u00a0', '\\ ');
for (const sign of '\u2062\u2061\u2063\u2064\u200b') SYMBOLS.set(sign, '');
for (const sign of '%#&_{}$') SYMBOLS.set(sign, `\\${sign}`);

/** Operators that LaTeX sets upright by a command. */
export const FUNCTIONS = wordSet(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh',
);

/** Accents over a base: MathML's character → command. */
export const OVER: ReadonlyMap<string, string> = commandsOf(
  '^ hat|ˆ hat|~ tilde|˜ tilde|¯ bar|‾ overline|― overline|→ vec|⃗ vec|˙ dot|¨ ddot|ˇ check|˘ breve|⏞ overbrace|_ overline',
);

/** Signs under a base. */
export const UNDER: ReadonlyMap<string, string> = commandsOf('_ underline|‾ underline|⏟ underbrace');

/** Brackets that stretch. */
export const BRACKETS: ReadonlyMap<string, string> = new Map([
  ...commandsOf('{ {|} }|⟨ langle |⟩ rangle |⌊ lfloor |⌋ rfloor |⌈ lceil |⌉ rceil '),
  ...[...'([|)]'].map((sign) => [sign, sign] as const),
  ['‖', '\\|'],
]);

/** Unicode's mathematical alphabets (U+1D400 to U+1D7FF): where each kind begins, how many signs a set has, and the commands of its sets. */
const ALPHABETS = [
  {
    from: 0x1d400,
    size: 52,
    commands:
      'mathbf,,boldsymbol,mathcal,mathcal,mathfrak,mathbb,mathfrak,mathsf,mathsf,mathsf,mathsf,mathtt'.split(
        ',',
      ),
  },
  { from: 0x1d6a8, size: 58, commands: 'boldsymbol,,boldsymbol,boldsymbol,boldsymbol'.split(',') },
  { from: 0x1d7ce, size: 10, commands: 'mathbf,mathbb,mathsf,mathsf,mathtt'.split(',') },
];

function charToLatex(char: string): string {
  const known = SYMBOLS.get(char);
  if (known !== undefined) return known;
  const code = char.codePointAt(0)!;
  const alphabet = ALPHABETS.find(
    ({ from, size, commands }) => code >= from && code < from + size * commands.length,
  );
  if (alphabet === undefined) return char;
  const { from, size, commands } = alphabet;
  const [set, at] = [Math.floor((code - from) / size), (code - from) % size];
  // Letters that were in Unicode before have holes in these sets, which no normalization fills.
  const plain = size === 52 ? String.fromCharCode(at < 26 ? 65 + at : 71 + at) : char.normalize('NFKC');
  const letter = SYMBOLS.get(plain) ?? plain;
  return commands[set] ? `\\${commands[set]}{${letter}}` : letter;
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
