/** The key of a server of models: a text, or what it is at the moment of a request. */
export type KeyNow = string | (() => string | undefined);

export function keyOf(key: KeyNow): string;
export function keyOf(key: KeyNow | undefined): string | undefined;
export function keyOf(key: KeyNow | undefined): string | undefined {
  return typeof key === 'function' ? key() : key;
}
