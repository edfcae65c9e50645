/**
 * A message may have null for a member that only messages of other roles have: programs with one type for all roles
 * write it so, and it means absent. The contract says so by a marker, because generators would give every role the
 * members of all; here it becomes a schema, for validators.
 */
import { invariant } from '../kernel/invariant.ts';

/** Marks a union whose members differ by their role. */
const MARKER = 'x-null-of-other-roles';

interface Schema {
  properties?: Record<string, object>;
  oneOf?: { $ref: string }[];
  [MARKER]?: boolean;
}

/** A copy of the document in which each role has the members of the others as well, as null. */
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
