/** The key of a model server: a text, or its value at the time of a request. */
export type KeyNow = string | (() => string | undefined);

export function keyOf(key: KeyNow): string;
export function keyOf(key: KeyNow | undefined): string | undefined;
export function keyOf(key: KeyNow | undefined): string | undefined {
  return typeof key === 'function' ? key() : key;
}
