/**
 * The part of an OpenAPI document that one operation needs. At its first request, the validator walks over its whole
 * document and compiles it: with the complete document, that takes a second of CPU time.
 */
import { type ApiDocument, expressPath, type Operation } from './operations.ts';

type Components = Record<string, Record<string, unknown>>;

export interface OperationDocument extends Pick<Operation, 'method' | 'path'> {
  /** The document of this operation. It shares nothing with the complete one: the validator changes its input. */
  document: ApiDocument;
  /** The path as in the document, with `{id}`. */
  template: string;
}

export function operationDocument(
  whole: ApiDocument,
  { method, path }: Operation,
): OperationDocument {
  const { paths, components, ...rest } = whole;
  const [template, item] = Object.entries(paths).find(([each]) => expressPath(each) === path)!;
  const { [method]: operation, parameters } = item;
  const kept = { [method]: operation, ...(parameters && { parameters }) };
  const document = {
    ...rest,
    paths: { [template]: kept },
    components: reachedFrom(kept, components as Components),
  };
  return { ...{ method, path, template }, document: structuredClone(document) };
}

const REFERENCE = /^#\/components\/(\w+)\/([^/]+)$/;

/**
 * The components that the node refers to, directly or indirectly. They keep their order, which determines how the
 * validator reads a discriminator. Throws if a reference leads nowhere.
 */
function reachedFrom(node: unknown, components: Components = {}): Components {
  const reached = new Set<unknown>();
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [reference, kind = '', name = ''] of references(next)) {
      const component = components[kind]?.[name];
      if (component === undefined) throw new Error(`${reference} leads nowhere`);
      if (reached.has(component)) continue;
      reached.add(component);
      waiting.push(component);
    }
  }
  const ofKind = (all: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(all).filter(([, component]) => reached.has(component)));
  return Object.fromEntries(Object.entries(components).map(([kind, all]) => [kind, ofKind(all)]));
}

function references(node: unknown): RegExpExecArray[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => {
    const reference = name === '$ref' && typeof value === 'string' ? REFERENCE.exec(value) : null;
    return reference ? [reference] : references(value);
  });
}
