/**
 * Serializes a body once, to the bytes that every attempt sends, so that later changes of the object have no effect.
 * Refuses values that JSON would silently change.
 */
import { kindOf, UsageError } from './errors.ts';

export function serialise(body: object): string {
  if (typeof body !== 'object' || body === null) {
    throw new UsageError(
      `The request is ${kindOf(body)}: give { model, messages, maxOutputTokens } or { tool, input }.`,
    );
  }
  try {
    return JSON.stringify(body, (name, value: unknown) => {
      if (typeof value !== 'number' || Number.isFinite(value)) return value;
      throw new UsageError(`'${name}' is ${value}: give a number that JSON has.`);
    });
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`The request can't be written as JSON: ${cause}`, { cause });
  }
}
