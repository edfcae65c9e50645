/**
 * The secret of the link that opened a page. It is in the fragment, which no server gets, and is removed from the address
 * at once, so that neither the history nor a screenshot contains it.
 */

/** Kept after the first read, by page: React may read twice, and the address has the token only once. */
const taken = new Map<string, string>();

/** Empty if the link has none. */
export function takeLinkToken(): string {
  const { hash, pathname } = window.location;
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (token !== null) {
    taken.set(pathname, token);
    window.history.replaceState(null, '', pathname);
  }
  return taken.get(pathname) ?? '';
}

/** Once it is used. */
export function forgetLinkToken(): void {
  taken.delete(window.location.pathname);
}
