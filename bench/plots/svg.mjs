/** Colours that read on light and on dark grounds; a dark theme of the reader's lifts them. No ground of its own. */
const STYLE = `
.ink{fill:#24292f}.soft{fill:#6a737d}.line{stroke:#8b949e;stroke-opacity:.28;fill:none}
text{font:13px system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif}
.title{font-weight:600;font-size:16px}.small{font-size:12px}.strong{font-weight:600}
.own{fill:#d9480f}.finds{fill:#1c6fc4}.writes{fill:#6a737d}
path.own,path.finds,path.writes{fill:none;stroke-width:1.75;stroke-linejoin:round}
path.own{stroke:#d9480f;stroke-width:3}path.finds{stroke:#1c6fc4}path.writes{stroke:#8b949e}
@media (prefers-color-scheme:dark){.ink{fill:#e6edf3}.soft,.writes{fill:#9aa4af}
.own{fill:#ff8a4c}.finds{fill:#6cb0f5}path.own{stroke:#ff8a4c}path.finds{stroke:#6cb0f5}}`;

const escaped = (text) =>
  String(text).replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign],
  );
const round = (value) => Math.round(value * 10) / 10;

/** An element with attributes; `inner` is markup already, or nothing. */
export function element(name, attributes, inner = '') {
  const list = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(typeof value === 'number' ? round(value) : value)}"`,
  );
  return `<${name}${list.join('')}>${inner}</${name}>`;
}

/** Words at a point; `anchor` is start, middle or end. */
export function label(x, y, words, className = 'ink', anchor = 'start') {
  return element('text', { x, y, class: className, 'text-anchor': anchor }, escaped(words));
}

/** Height of the line below a drawing that says where its figures come from, in pixels. */
const FOOT = 24;

/**
 * A whole drawing with its title, which screen readers read too, a line of explanation under it, and one below the drawing that names
 * the commit and the command of its figures.
 */
export function drawing({ width, height: heightOfBody, title, caption, source, body }) {
  const height = heightOfBody + FOOT;
  const head =
    label(16, 26, title, 'ink title') +
    label(16, 46, caption, 'soft small') +
    label(16, height - 10, source, 'soft small');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(`${title}. ${caption}`)}"><style>${STYLE}</style>${head}${body.join('')}</svg>\n`;
}

/** Maps values onto pixels, evenly or by the logarithm. */
export function scale({ from, to, start, end, isLog = false }) {
  const position = isLog ? Math.log : (value) => value;
  const [low, high] = [position(from), position(to)];
  return (value) => start + ((position(value) - low) / (high - low)) * (end - start);
}

/** Powers of ten, with those values between that `steps` names, within a range. */
export function logTicks(from, to, steps = [1]) {
  const ticks = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++)
    for (const step of steps) ticks.push(Number((step * 10 ** power).toPrecision(3)));
  return ticks.filter((tick) => tick >= from && tick <= to);
}

/** About how wide words are drawn, in pixels. */
export function widthOf(words) {
  return words.length * 7.2;
}

/**
 * Moves labels up or down until none touch, keeping their order; each is `{ y, left, right }`, `gap` the least distance
 * of two that share a column of pixels.
 */
export function spread(labels, gap) {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  for (let round = 0; round < 100; round++)
    for (const [i, lower] of sorted.entries())
      for (const upper of sorted.slice(0, i)) {
        const excess = gap - (lower.y - upper.y);
        if (excess <= 0.01 || upper.right < lower.left || lower.right < upper.left) continue;
        upper.y -= excess / 2;
        lower.y += excess / 2;
      }
  return labels;
}
