/** What a password must be: long enough. Nothing is said about its characters. */
import { Problem } from '../kernel/problem.ts';

export const MIN_PASSWORD = 12;
const MAX_PASSWORD = 128;
/** The library counts code units, of which a character has two at most. */
export const MAX_PASSWORD_CODE_UNITS = 2 * MAX_PASSWORD;

export function checkPassword(password: string, pointer: string): void {
  const { length } = [...password];
  if (length >= MIN_PASSWORD && length <= MAX_PASSWORD) return;
  const detail = `A password has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`;
  throw new Problem('invalid_request', detail, { errors: [{ pointer, detail }] });
}
