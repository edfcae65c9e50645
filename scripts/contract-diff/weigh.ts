/**
 * What a change means to callers of the API: it breaks them, it is optional, or it changes words only. The linter's
 * comparison decides most of it. This adds our own promise, which openapi/CHANGELOG.md explains to readers.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Change } from './compare.ts';

export type Weight = 'breaking' | 'compatible' | 'wording';

export type Node = { [member: string]: unknown };

/** Marks a set of values that may grow. */
export const OPEN_SET = 'x-extensible-enum';

const WORDS = new Set(['description', 'summary', 'title', 'example', 'examples', 'externalDocs']);
const WORD_TYPES = new Set(['Info', 'License', 'Contact', 'Tag', 'Example', 'Server']);

/** `released` in its plain form, as it was compared. */
export function weigh(change: Change, released: Node): Weight {
  if (takesAway(change) || opens(change, released)) return 'breaking';
  const breaks = change.verdicts.filter(({ impact }) => impact === 'major');
  if (breaks.some(({ ruleId }) => !isKept(ruleId, change, released))) return 'breaking';
  return isWording(change) ? 'wording' : 'compatible';
}

/** Changes that the comparison allows, but callers would notice. */
function takesAway({ typeName, property, base, revision }: Change): boolean {
  if (base === undefined || property === undefined) return false;
  // Callers handle or send a value because it was documented.
  if (property === 'enum')
    return !list(base.value).every((one) => list(revision?.value).includes(one));
  // A caller that omits a parameter gets another answer.
  if (property === 'default') return true;
  // A header that was always sent may now be missing.
  return typeName === 'Header' && property === 'required' && base.value === true;
}

/** Callers may have relied on a set that was documented as closed. */
function opens({ path, kind }: Change, released: Node): boolean {
  const [, holder] = new RegExp(`^(.*)/${OPEN_SET}$`).exec(path) ?? [];
  return kind === 'added' && holder !== undefined && nodeAt(released, holder)?.enum !== undefined;
}

/** Changes that the comparison takes for breaks, but the promise allows. */
function isKept(ruleId: string, change: Change, released: Node): boolean {
  const { path, base } = change;
  switch (ruleId) {
    // A header that could be missing: every caller already works without it.
    case 'response-header-removed':
      return nodeAt(released, base?.pointer ?? path)?.required !== true;
    case 'enum-values-added':
      return nodeAt(released, path)?.[OPEN_SET] !== undefined;
    case 'schema-constraint-changed':
      return isWidth(change) || isListOfTheSame(change, released);
    case 'schema-combinator-changed':
      return isOneOfMore(change, released);
    case 'schema-type-changed':
      return isListOfTheSame(change, released);
    case 'parameter-serialization-changed':
      return isUsualForm(change, released);
    default:
      return false;
  }
}

function isWording(change: Change): boolean {
  const { path, typeName, kind, property } = change;
  if (isWidth(change)) return true;
  if (property !== undefined && (WORDS.has(property) || property.startsWith('x-'))) return true;
  if (WORD_TYPES.has(typeName)) return true;
  // Parts whose names only the document uses: their uses show what changed. Types are named after schemas.
  return path.startsWith('#/components/') && !(typeName === 'Schema' && kind === 'removed');
}

/** The bounds already say as much: it is for generators of typed code. */
function isWidth({ property, base, revision }: Change): boolean {
  return (
    property === 'format' && base?.value === undefined && /^int(32|64)$/.test(`${revision?.value}`)
  );
}

/**
 * A query parameter with one text becomes a list: callers send the one text as before, and it is a list of one. The
 * comparison ignores what the items may be, so the changelog must say if a text is no longer accepted.
 */
function isListOfTheSame(change: Change, released: Node): boolean {
  const { path, property, base, revision } = change;
  const [, parameter] = /^(#\/paths\/.*\/parameters\/\d+)\/schema(?:\/items)?$/.exec(path) ?? [];
  const before = parameter === undefined ? undefined : nodeAt(released, parameter);
  if (before?.in !== 'query' || !isNode(before.schema) || before.schema.type !== 'string')
    return false;
  if (property === 'type') return base?.value === 'string' && revision?.value === 'array';
  return path.endsWith('/items') || property === 'maxItems' || revision?.value === 1;
}

/** A request value becomes one of several forms, with every bound that it had: callers send it as before. */
function isOneOfMore({ path, kind, revision }: Change, released: Node): boolean {
  const [, schema] = /^(#\/paths\/.*\/requestBody\/.*)\/oneOf$/.exec(path) ?? [];
  const before = kind === 'added' && schema !== undefined ? nodeAt(released, schema) : undefined;
  return before !== undefined && list(revision?.value).some((form) => saysTheSame(form, before));
}

function saysTheSame(form: unknown, other: Node): boolean {
  const bounds = (schema: object) =>
    Object.entries(schema)
      .filter(([name]) => !WORDS.has(name) && !name.startsWith('x-'))
      .sort();
  return isNode(form) && isDeepStrictEqual(bounds(form), bounds(other));
}

/** The defaults of a query parameter that does not state its form. */
function isUsualForm({ path, property, base, revision }: Change, released: Node): boolean {
  if (base?.value !== undefined || nodeAt(released, path)?.in !== 'query') return false;
  return property === 'style' ? revision?.value === 'form' : revision?.value === true;
}

/** The node that a path leads to, through references. */
export function nodeAt(document: Node, path: string): Node | undefined {
  const names = path.split('/').slice(1).map(unescaped);
  let node: unknown = document;
  for (const name of names)
    node = isNode(node) || Array.isArray(node) ? at(document, node, name) : undefined;
  return isNode(node) ? node : undefined;
}

function at(document: Node, node: object, name: string): unknown {
  const next = (node as Node)[name];
  // A discriminator maps its values to bare references.
  if (typeof next === 'string' && next.startsWith('#/')) return nodeAt(document, next);
  return isNode(next) && typeof next.$ref === 'string' ? nodeAt(document, next.$ref) : next;
}

export function unescaped(name: string): string {
  return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
