/** JSON texts of values that never change: a value keeps its text, so that it is written once. */
import { writeJson } from './exact-json.ts';

const TEXT = Symbol('JSON text');
type KeepsText = { [TEXT]: string | undefined };

/** The same value, which must not change from now on: `textOf` keeps its text. */
export function keepingText<Value extends object>(value: Value): Value {
  return Object.defineProperty(value, TEXT, { value: undefined, writable: true });
}

/** JSON text of any value, as `writeJson` returns it. */
export function textOf(value: unknown): string {
  if (!keepsText(value)) return writeJson(value);
  value[TEXT] ??= writeJson(value);
  return value[TEXT];
}

function keepsText(value: unknown): value is KeepsText {
  return typeof value === 'object' && value !== null && TEXT in value;
}
