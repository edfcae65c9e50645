/** Changes as a table for people: what they weigh, where they are, and from what to what. */
import type { Change } from './compare.ts';
import { type Node, nodeAt, unescaped, type Weight } from './weigh.ts';

/** Steps on the way to a member that say nothing to a reader. */
const SILENT = new Set([
  'content',
  'schema',
  'properties',
  'application/json',
  'application/problem+json',
]);

interface Weighed {
  weight: Weight;
  change: Change;
}

export function table(weighed: Weighed[], ...contracts: Node[]): string {
  const rows = (['breaking', 'compatible'] as const).flatMap((weight) =>
    weighed
      .filter((each) => each.weight === weight)
      .map(
        ({ change }) =>
          `${weight.padEnd(12)}${locationOf(change.path, contracts)}: ${sentenceOf(change)}`,
      ),
  );
  const words = weighed.filter(({ weight }) => weight === 'wording').length;
  if (words > 0)
    rows.push(`${'wording'.padEnd(12)}${words} in descriptions, examples and names of parts`);
  return rows.length > 0 ? rows.join('\n') : 'nothing has changed';
}

/** `#/paths/~1livez/get/responses/200/headers/ETag` is `GET /livez responses 200 headers ETag`. */
function locationOf(path: string, contracts: Node[]): string {
  const [, kind = '', name = '', method = '', ...rest] = named(path, contracts)
    .split('/')
    .map(unescaped);
  if (kind !== 'paths') return [kind, name, method, ...rest].filter(Boolean).join(' ');
  const steps = rest
    .filter((step) => !SILENT.has(step))
    .map((step) => (step === 'items' ? '[]' : step));
  return [method.toUpperCase(), name, ...steps].filter(Boolean).join(' ');
}

/** Parameters are numbered in the path; readers know them by name. */
function named(path: string, contracts: Node[]): string {
  const [parameter, list] = /^(.*\/parameters\/)\d+/.exec(path) ?? [];
  if (parameter === undefined) return path;
  const found = contracts.map((contract) => nodeAt(contract, parameter)).find(Boolean);
  return path.replace(parameter, `${list}${found?.name}`);
}

function sentenceOf({ kind, property, verdicts, base, revision }: Change): string {
  const message = verdicts[0]?.message;
  if (message !== undefined) return message;
  if (kind !== 'modified' || property === undefined) return kind;
  return `${property} ${brief(base?.value)} -> ${brief(revision?.value)}`;
}

function brief(value: unknown): string {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
