import { kindOf, UsageError } from './errors.ts';

/**
 * What the raw client sends as the body in every attempt: the same bytes, so that later changes of the object have no
 * effect.
 */
export function bodyOf<Body extends object>(body: Body) {
  const text = serialise(body);
  return { body, bodySerializer: () => text };
}

/** Refuses values that JSON would silently change. */
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
