/**
 * What the contract says of every kind of runs, by the list in `server/kinds.ts`: in sets of values and in patterns,
 * `{kind}` stands for the names of all kinds, and so do the other words here.
 */
import { KINDS } from '../../server/kinds.ts';
import type { Node } from './visitor.ts';

const OF_KINDS: Record<string, string[]> = {
  '{kind}': KINDS.map(({ kind }) => kind),
  '{subject}': KINDS.map(({ subject }) => subject),
  '{page}': KINDS.map(({ pages }) => pages.path),
  '{scope}': KINDS.flatMap(({ scope }) => [scope.replace(/:run$/, ':read'), scope]),
};
const WORD = /\{(?:kind|subject|page|scope)\}/g;
const SETS = ['enum', 'x-extensible-enum', 'examples'];

const PREFIXES = KINDS.map(({ idPrefix }) => idPrefix);

/** The id of a run of any kind: the prefix of its kind, and a UUID in 26 characters. */
const ANY_RUN_ID = {
  pattern: `^(${PREFIXES.join('|')})_[0-7][0-9a-hjkmnp-tv-z]{25}$`,
  maxLength: Math.max(...PREFIXES.map(({ length }) => length)) + 27,
};

export function ofEveryKind(values: unknown[]): unknown[] {
  return values.flatMap((value) => OF_KINDS[String(value)] ?? [value]);
}

export function nameKinds(schema: Node): void {
  if (schema['x-run-id'] === true) {
    delete schema['x-run-id'];
    Object.assign(schema, ANY_RUN_ID);
  }
  for (const name of SETS) {
    const values = schema[name];
    if (Array.isArray(values)) schema[name] = ofEveryKind(values);
  }
  if (typeof schema.pattern === 'string') {
    schema.pattern = schema.pattern.replaceAll(WORD, (word) => OF_KINDS[word]!.join('|'));
  }
}
