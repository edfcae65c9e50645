/**
 * An OpenAPI document in the form that the validator accepts: without text for people, which every compilation would
 * walk over, and with changes for what the validator does not support.
 */
import type { ApiDocument, Parameter } from './operations.ts';
import { withNullsOfOtherRoles } from './other-roles.ts';

export function validatorDocument(
  document: ApiDocument,
  { responses }: { responses: boolean },
): ApiDocument {
  // Without a server's prefix: paths are complete, and a proxy adds any prefix.
  const { servers: _, tags: __, webhooks: ___, ...rest } = withNullsOfOtherRoles(document);
  const copy = withoutProse(rest) as ApiDocument;
  if (!responses) leaveOutResponses(copy);
  inlineParameters(copy);
  mend(copy);
  return copy;
}

/** Members of a schema, a parameter or an operation that do not affect validation. */
const PROSE = new Set(['description', 'summary', 'title', 'example', 'examples', 'tags']);
/** Members whose own members are named by the contract's author. */
const MAPS = new Set(['properties', 'schemas', 'parameters', 'headers', 'responses', 'paths']);
/** Members that contain values, not schemas. */
const VALUES = new Set(['default', 'const', 'enum']);
/** The prefix of extensions that are settings of the validator itself. */
const SETTING = 'x-eov-';

function withoutProse(node: unknown, isMap = false): unknown {
  if (Array.isArray(node)) return node.map((item) => withoutProse(item));
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(
    ([name]) => isMap || name.startsWith(SETTING) || !(PROSE.has(name) || name.startsWith('x-')),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      !isMap && VALUES.has(name) ? value : withoutProse(value, !isMap && MAPS.has(name)),
    ]),
  );
}

function leaveOutResponses({ paths, components }: ApiDocument): void {
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item)) {
      if ('responses' in operation) Object.assign(operation, { responses: { 200: {} } });
    }
  }
  delete components?.responses;
}

/** The validator uses an operation's parameters unchanged: here, each gets its own location. */
function inlineParameters({ paths, components }: ApiDocument): void {
  const inlined = (parameter: Parameter) =>
    ('$ref' in parameter && components?.parameters?.[parameter.$ref.replace(PARAMETERS, '')]) ||
    parameter;
  for (const item of Object.values(paths)) {
    for (const holder of [item, ...Object.values(item)]) {
      if (!('parameters' in holder) || !Array.isArray(holder.parameters)) continue;
      holder.parameters = holder.parameters.map(inlined);
    }
  }
}

const PARAMETERS = '#/components/parameters/';

function mend(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  mendDiscriminator(node);
  mendParameter(node);
  Object.values(node).forEach(mend);
}

/** With `mapping`, every request fails, and without `type`, a message that is not an object passes. */
function mendDiscriminator(node: object): void {
  if (!('oneOf' in node) || !('discriminator' in node)) return;
  const { discriminator } = node;
  if (typeof discriminator === 'object' && discriminator && 'mapping' in discriminator) {
    delete discriminator.mapping;
    Object.assign(node, { type: 'object' });
  }
}

/** Otherwise the validator refuses `!`, `(` or a `+` for a space, which no URL library percent-encodes. */
function mendParameter(node: object): void {
  if ('in' in node && node.in === 'query') Object.assign(node, { allowReserved: true });
}
