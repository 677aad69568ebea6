import { createEffect, createSignal, For, onCleanup, onMount, Show } from 'solid-js';
import { Portal } from 'solid-js/web';
import { CONSENT, fetchStory, isFetched } from '../story.ts';

function Section(props) {
  return (
    <section style={{ 'min-height': '300px' }}>
      <h2>{props.heading}</h2>
      <For each={props.paragraphs}>{(text) => <p>{text}</p>}</For>
      <Show when={props.points.length > 0}>
        <ul>
          <For each={props.points}>{(point) => <li>{point}</li>}</For>
        </ul>
      </Show>
      <Show when={props.rows.length > 0}>
        <table>
          <thead>
            <tr>
              <For each={props.head}>{(name) => <th>{name}</th>}</For>
            </tr>
          </thead>
          <tbody>
            <For each={props.rows}>
              {(row) => (
                <tr>
                  <For each={row}>{(cell) => <td>{cell}</td>}</For>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </Show>
    </section>
  );
}

export function App(props) {
  const [story, setStory] = createSignal(isFetched(props.way) ? null : props.story);
  const [shown, setShown] = createSignal(props.way === 'endless' ? 1 : props.story.sections.length);
  let end;
  onMount(() => {
    if (isFetched(props.way)) fetchStory().then(setStory);
  });
  createEffect(() => {
    if (shown() >= props.story.sections.length) return;
    const seen = new IntersectionObserver(([entry]) => {
      if (entry.isIntersecting) setShown(shown() + 1);
    });
    seen.observe(end);
    onCleanup(() => seen.disconnect());
  });
  return (
    <div class="site">
      <nav>
        <a href="/">Home</a> <a href="/about">About</a>
      </nav>
      <main>
        <Show when={story()} fallback={<p>Loading…</p>}>
          <article>
            <h1>{story().title}</h1>
            <For each={story().sections.slice(0, shown())}>{(section) => <Section {...section} />}</For>
          </article>
        </Show>
        <div ref={end} style={{ height: '1px' }} />
      </main>
      <Show when={props.way === 'consent'}>
        <Portal>
          <div role="dialog" aria-modal="true" style={{ position: 'fixed', inset: 0, background: '#fff' }}>
            <h2>{CONSENT.heading}</h2>
            <p>{CONSENT.text}</p>
            <button type="button">Accept all</button>
          </div>
        </Portal>
      </Show>
    </div>
  );
}
