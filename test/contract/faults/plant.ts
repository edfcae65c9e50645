/**
 * How a fault is written and planted: the names that lead to one location of the bundled document, and the new value
 * there. Undefined removes the value.
 */
import { invariant } from '../../../server/platform/lib/errors.ts';
import { developer, isNode, type Node } from '../document.ts';

/** What is wrong, where (the names on the path, separated by spaces), and the change. */
export type Fault = [what: string, path: string, change: (before: never) => unknown];

/** Faults under the one rule that must find them. */
export type Faults = Record<string, Fault[]>;

export const create = 'paths /v1/developer/model-runs post';
export const list = 'paths /v1/developer/model-runs get';
export const read = 'paths /v1/developer/model-runs/{id} get';
export const live = 'paths /livez get';
export const schemas = 'components schemas';
export const run = 'components schemas BillableRun properties';
export const modelRun = 'components schemas ModelRunSummary allOf 1 properties';
export const answer = 'components schemas ModelRun allOf 1 properties';
export const request = 'components schemas CreateModelRun properties';

export const to = (value: unknown) => () => value;
export const plus = (members: Node) => (before: Node) => ({ ...before, ...members });
export const and =
  (...items: unknown[]) =>
  (before: unknown[]) => [...before, ...items];
export const without =
  (...names: string[]) =>
  (before: Node) =>
    Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name)));

/** A member under another name. */
export const moved = (from: string, into: string) => (members: Node) => ({
  ...without(from)(members),
  [into]: members[from],
});

/** A copy of a document with these faults. */
export function plant(planted: Fault[], document = developer.document): Node {
  const copy = structuredClone(document);
  for (const [what, path, change] of planted) {
    const names = path.split(' ');
    const last = names.pop() ?? '';
    let node: unknown = copy;
    for (const name of names) node = (node as Node | undefined)?.[name];
    invariant(isNode(node) || Array.isArray(node), `the document has a node for ${what}`);
    const holder = node as Node;
    const after = change(holder[last] as never);
    if (after === undefined) delete holder[last];
    else holder[last] = after;
  }
  return copy;
}

/** Whether one of two faults is inside the other, so that they can't be planted together. */
export function overlap([, one]: Fault, [, other]: Fault): boolean {
  return `${one} `.startsWith(`${other} `) || `${other} `.startsWith(`${one} `);
}
