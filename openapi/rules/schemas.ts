/** Every schema that a body is made of, each once, whatever references lead to it. */
import {
  type Context,
  follow,
  isNode,
  type Location,
  type Node,
  nodeIn,
  placeOf,
} from './visitor.ts';

export interface Found {
  schema: Node;
  location: Location;
}

/** The linter's own nesting of visitors ends at the first schema, so the way down is gone here. */
export function schemasOf(
  body: unknown,
  location: Location,
  context: Context,
  seen = new Set<string>(),
): Found[] {
  const { node, location: place } = follow(body, location, context);
  return Object.entries(nodeIn(node, 'content')).flatMap(([type, media]) =>
    within(nodeIn(media, 'schema'), place.child(['content', type, 'schema']), context, seen),
  );
}

function within(value: unknown, location: Location, context: Context, seen: Set<string>): Found[] {
  const { node: schema, location: place } = follow(value, location, context);
  if (!isNode(value) || seen.has(placeOf(place))) return [];
  seen.add(placeOf(place));
  const parts = childrenOf(schema).flatMap(([path, child]) =>
    within(child, place.child(path), context, seen),
  );
  return [{ schema, location: place }, ...parts];
}

function childrenOf(schema: Node): [string[], unknown][] {
  const maps = ['properties', 'patternProperties', 'oneOf', 'anyOf', 'allOf'].flatMap((keyword) =>
    Object.entries(schema[keyword] ?? {}).map(([name, child]): [string[], unknown] => [
      [keyword, name],
      child,
    ]),
  );
  return [
    ...maps,
    [['items'], schema.items],
    [['additionalProperties'], schema.additionalProperties],
  ];
}
