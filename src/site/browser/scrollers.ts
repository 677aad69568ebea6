/** Lets the keyboard reach what scrolls sideways or by itself, and nothing else (WCAG 2.2, 2.1.1). */
export function reachScrollers(): void {
  const parts = document.querySelectorAll<HTMLElement>('.scroll, pre, .side, .examples');
  const judge = () => {
    for (const part of parts) {
      const scrolls = part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight;
      if (scrolls) part.tabIndex = 0;
      else part.removeAttribute('tabindex');
    }
  };
  judge();
  addEventListener('resize', judge, { passive: true });
  // A part that opens can make its surroundings scroll; the event does not bubble.
  document.addEventListener('toggle', judge, { capture: true });
}
