/** The part of an address behind its `#` where it leads to a place of the page itself, as it stands there; '' where not. `page`: address of the page. */
export function localFragment(href: string, page: string): string {
  const hash = href.indexOf('#');
  if (hash < 0) return '';
  const path = href.slice(0, hash);
  const isLocal = path === '' || (page !== '' && page.split('#', 1)[0]!.endsWith(path));
  return isLocal ? href.slice(hash + 1) : '';
}

/** A fragment with its percent-encoding undone, where it can be. */
export function decodeFragment(fragment: string): string {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
