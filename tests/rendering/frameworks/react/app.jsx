import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CONSENT, fetchStory, isFetched } from '../story.ts';

function Section({ heading, paragraphs, points, head, rows }) {
  return (
    <section style={{ minHeight: 300 }}>
      <h2>{heading}</h2>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {points.length > 0 && (
        <ul>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row[0]}>
                {row.map((cell) => (
                  <td key={cell}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Consent() {
  return createPortal(
    <div role="dialog" aria-modal="true" style={{ position: 'fixed', inset: 0, background: '#fff' }}>
      <h2>{CONSENT.heading}</h2>
      <p>{CONSENT.text}</p>
      <button type="button">Accept all</button>
    </div>,
    document.body,
  );
}

/** Adds a section whenever the end comes into view. */
function useEndless(isEndless, count) {
  const [shown, setShown] = useState(isEndless ? 1 : count);
  const end = useRef(null);
  useEffect(() => {
    if (!isEndless || shown >= count) return undefined;
    const seen = new IntersectionObserver(([entry]) => {
      if (entry.isIntersecting) setShown((before) => before + 1);
    });
    seen.observe(end.current);
    return () => seen.disconnect();
  }, [isEndless, shown, count]);
  return [shown, end];
}

export function App({ way, story: given }) {
  const [story, setStory] = useState(isFetched(way) ? null : given);
  const [shown, end] = useEndless(way === 'endless', given?.sections.length ?? Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (isFetched(way)) fetchStory().then(setStory);
  }, [way]);
  return (
    <div className="site">
      <nav>
        <a href="/">Home</a> <a href="/about">About</a>
      </nav>
      <main>
        {story === null ? (
          <p>Loading…</p>
        ) : (
          <article>
            <h1>{story.title}</h1>
            {story.sections.slice(0, shown).map((section) => (
              <Section key={section.heading} {...section} />
            ))}
          </article>
        )}
        <div ref={end} style={{ height: 1 }} />
      </main>
      {way === 'consent' && <Consent />}
    </div>
  );
}
