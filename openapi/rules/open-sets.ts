/**
 * A set of values that may grow is written in one way: a bounded string whose known values stand in
 * x-extensible-enum. Generators keep a plain string of it, which takes a value that is added later; the types that
 * we generate ourselves have the known values too. `enum` is for sets that stay as they are.
 */
import { type Context, listIn, type Node, type Rule } from './visitor.ts';

const KEYWORD = 'x-extensible-enum';

export const openSetsAreStrings: Rule = () => ({
  Schema(schema, context) {
    if (schema[KEYWORD] === undefined) {
      if (saysMore(schema))
        report(context, `What more may be added to has its values in ${KEYWORD}.`);
      return;
    }
    const message = faultOf(schema);
    if (message !== undefined) report(context, message);
  },
});

function faultOf(schema: Node): string | undefined {
  const known = listIn(schema, KEYWORD);
  if (schema.type !== 'string' || schema.enum !== undefined || schema.maxLength === undefined) {
    return 'An open set has type: string and a maxLength, and no enum.';
  }
  if (!known.every((value) => fits(value, schema)) || new Set(known).size < known.length) {
    return 'The known values differ from each other, and are what the string may be.';
  }
  if (listIn(schema, 'examples').join() !== known.join()) {
    return 'The examples are the known values, for tools that read no extensions.';
  }
  return known.length > 0 ? undefined : 'An open set has known values.';
}

/** `More may be added`, in any of its wordings. */
function saysMore({ type, description }: Node): boolean {
  return type === 'string' && /\bmore( \w+)? may be added\b/i.test(String(description));
}

function fits(value: unknown, { pattern, maxLength }: Node): boolean {
  return (
    typeof value === 'string' &&
    value.length <= Number(maxLength) &&
    new RegExp(String(pattern ?? ''), 'u').test(value)
  );
}

function report(context: Context, message: string): void {
  context.report({ message, location: context.location.key() });
}
