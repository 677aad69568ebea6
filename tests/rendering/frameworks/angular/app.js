import { Component, ElementRef, InjectionToken, inject, signal, ViewEncapsulation } from '@angular/core';
import { CONSENT, fetchStory, isFetched, STORY } from '../story.ts';

export const WAY = new InjectionToken('way');

const TEMPLATE = `
<div class="site">
  <nav><a href="/">Home</a> <a href="/about">About</a></nav>
  <main>
    @if (story(); as told) {
      <article>
        <h1>{{ told.title }}</h1>
        @for (section of told.sections.slice(0, shown()); track section.heading) {
          <section>
            <h2>{{ section.heading }}</h2>
            @for (text of section.paragraphs; track text) { <p>{{ text }}</p> }
            @if (section.points.length > 0) {
              <ul>@for (point of section.points; track point) { <li>{{ point }}</li> }</ul>
            }
            @if (section.rows.length > 0) {
              <table>
                <thead><tr>@for (name of section.head; track name) { <th>{{ name }}</th> }</tr></thead>
                <tbody>
                  @for (row of section.rows; track row[0]) {
                    <tr>@for (cell of row; track cell) { <td>{{ cell }}</td> }</tr>
                  }
                </tbody>
              </table>
            }
          </section>
        }
      </article>
    } @else { <p>Loading…</p> }
    <div class="end"></div>
  </main>
  @if (way === 'consent') {
    <div role="dialog" aria-modal="true" class="consent">
      <h2>{{ consent.heading }}</h2>
      <p>{{ consent.text }}</p>
      <button type="button">Accept all</button>
    </div>
  }
</div>`;

const STYLES = `section { min-height: 300px } .end { height: 1px }
.consent { position: fixed; inset: 0; background: #fff }`;

class StoryPage {
  way = inject(WAY);
  consent = CONSENT;
  story = signal(isFetched(this.way) ? null : STORY);
  shown = signal(this.way === 'endless' ? 1 : STORY.sections.length);
  #host = inject(ElementRef);

  async ngOnInit() {
    // On the server only what is there at once is written.
    if (typeof IntersectionObserver === 'undefined') return;
    if (isFetched(this.way)) this.story.set(await fetchStory());
  }

  ngAfterViewInit() {
    if (this.way !== 'endless') return;
    const end = this.#host.nativeElement.querySelector('.end');
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry.isIntersecting) return;
      this.shown.update((before) => before + 1);
      seen.unobserve(end);
      if (this.shown() < STORY.sections.length) setTimeout(() => seen.observe(end));
    });
    seen.observe(end);
  }
}

/** The root component of a way. */
export const appOf = (way) =>
  Component({
    selector: 'app-root',
    template: TEMPLATE,
    styles: STYLES,
    ...(way === 'shadow' ? { encapsulation: ViewEncapsulation.ShadowDom } : {}),
  })(StoryPage);
