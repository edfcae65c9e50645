/** Labels as a query names them. */

/** `team:billing`: a name has no colon. */
export function toLabel(text: string): [name: string, value: string] {
  const colon = text.indexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1)];
}
