import { css, html, LitElement } from 'lit';
import { fetchStory, isFetched, STORY, wayOf } from '../story.ts';

class ValleySection extends LitElement {
  static properties = { section: { attribute: false } };

  render() {
    const { heading, paragraphs, points, head, rows } = this.section;
    return html`<section>
      <h2>${heading}</h2>
      ${paragraphs.map((text) => html`<p>${text}</p>`)}
      ${points.length > 0 ? html`<ul>${points.map((point) => html`<li>${point}</li>`)}</ul>` : ''}
      ${
        rows.length > 0
          ? html`<table>
            <thead><tr>${head.map((name) => html`<th>${name}</th>`)}</tr></thead>
            <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
          </table>`
          : ''
      }
    </section>`;
  }
}
customElements.define('valley-section', ValleySection);

class ValleyStory extends LitElement {
  static properties = { story: { state: true } };
  static styles = css`article { max-width: 40em }`;

  constructor() {
    super();
    const way = wayOf(location.pathname);
    this.story = isFetched(way) ? null : STORY;
    if (isFetched(way))
      fetchStory().then((story) => {
        this.story = story;
      });
  }

  render() {
    if (this.story === null) return html`<p>Loading…</p>`;
    return html`<div class="site">
      <nav><a href="/">Home</a> <a href="/about">About</a></nav>
      <main><article>
        <h1>${this.story.title}</h1>
        ${this.story.sections.map((section) => html`<valley-section .section=${section}></valley-section>`)}
      </article></main>
    </div>`;
  }
}
customElements.define('valley-story', ValleyStory);
