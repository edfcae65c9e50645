/**
 * What the linter hands to a rule, as far as the rules of this folder use it. The linter publishes no types
 * for this version; what stands here was seen, and the planted faults of the tests hold it to that.
 */
export type Node = { [member: string]: unknown };

export interface Location {
  source: { absoluteRef: string };
  pointer: string;
  child(member: string | string[]): Location;
  key(): Location;
}

export interface Resolved {
  node: unknown;
  location: Location | undefined;
}

export interface Context {
  key: string | number;
  location: Location;
  report(fault: { message: string; location?: Location }): void;
  /** A reference is read from the file that contains it. */
  resolve(node: unknown, from: string): Resolved;
}

type Visit = (node: Node, context: Context) => void;

/** Names of node types, each with what to do there; a type within a type narrows to where it stands. */
export interface Visitor {
  [type: string]: Visit | Visitor;
}

export type Rule<Options = Record<never, never>> = (options: Options) => Visitor;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function nodeIn(node: unknown, member: string): Node {
  const found = isNode(node) ? node[member] : undefined;
  return isNode(found) ? found : {};
}

export function listIn(node: unknown, member: string): unknown[] {
  const found = isNode(node) ? node[member] : undefined;
  return Array.isArray(found) ? found : [];
}

/** A node and where it stands, behind its reference where it is one. */
export function follow(
  value: unknown,
  location: Location,
  context: Context,
): { node: Node; location: Location } {
  if (!isNode(value)) return { node: {}, location };
  if (typeof value.$ref !== 'string') return { node: value, location };
  const { node, location: target } = context.resolve(value, location.source.absoluteRef);
  return { node: isNode(node) ? node : {}, location: target ?? location };
}

/** The same for the same place, whatever led to it. */
export function placeOf({ source, pointer }: Location): string {
  return `${source.absoluteRef}${pointer}`;
}
