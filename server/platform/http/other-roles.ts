/**
 * A message may have null for a member that only messages of other roles have: programs with one type for all roles
 * send it, and it means absent. The contract uses a marker for this, because generators would otherwise give every role
 * the members of all; this code converts the marker into a schema for validators.
 */
import { invariant } from '../lib/errors.ts';

/** Marks a union whose members differ by their role. */
const MARKER = 'x-null-of-other-roles';

interface Schema {
  properties?: Record<string, object>;
  oneOf?: { $ref: string }[];
  [MARKER]?: boolean;
}

/** A copy of the document in which each role also has the members of the others, as null. */
export function withNullsOfOtherRoles<Document extends object>(document: Document): Document {
  const copy: Document & { components?: { schemas?: Record<string, Schema> } } =
    structuredClone(document);
  const schemas = copy.components?.schemas ?? {};
  for (const union of Object.values(schemas).filter((schema) => schema[MARKER] === true)) {
    const roles = (union.oneOf ?? []).map(({ $ref }) => {
      const role = schemas[$ref.replace('#/components/schemas/', '')];
      invariant(role?.properties, `${$ref} is an object of the document`);
      return role;
    });
    const names = roles.flatMap(({ properties = {} }) => Object.keys(properties));
    const nulls = Object.fromEntries(names.map((name) => [name, { type: 'null' }]));
    const copies = roles.map((role) => ({ ...role, properties: { ...nulls, ...role.properties } }));
    Object.assign(union, { oneOf: copies });
  }
  return copy;
}
