/**
 * The bundled contracts as the document tests read them: loosely typed, with references followed on request. The named
 * exports are those of the developer API. It checks nothing; the rules are in the tests.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invariant } from '../../server/platform/lib/errors.ts';

export type Node = { [member: string]: unknown };

export const root = join(import.meta.dirname, '..', '..');

export interface Contract {
  document: Node;
  /** The object at a path of member names; every step must exist. */
  at(...path: string[]): Node;
  /** The target of a node's reference, or the node itself. */
  follow(node: Node): Node;
  operations(): Operation[];
  operation(name: string): Node;
  /** The examples of a body: of a response with this status, or of a request if `status` is absent. */
  examplesOf(node: Node, status?: string): Example[];
}

export interface Operation {
  name: string;
  node: Node;
}

export interface Example {
  name: string;
  value: Node;
}

export const developer = readContract('developer');
export const dashboard = readContract('dashboard');
export const operator = readContract('operator');
export const { document, at, follow, operations, operation, examplesOf } = developer;

function readContract(api: string): Contract {
  const file = join(root, 'openapi', 'generated', `${api}.json`);
  const document: Node = JSON.parse(readFileSync(file, 'utf8'));

  function at(...path: string[]): Node {
    let node: unknown = document;
    for (const name of path) node = isNode(node) ? follow(node)[name] : undefined;
    invariant(isNode(node), `the document has ${path.join(' / ')}`);
    return follow(node);
  }

  function follow(node: Node): Node {
    if (typeof node.$ref !== 'string') return node;
    return at(...node.$ref.replace('#/', '').split('/'));
  }

  function operations(): Operation[] {
    return Object.values(at('paths')).flatMap((item) =>
      Object.values(isNode(item) ? item : {})
        .filter(isNode)
        .map((node) => ({ name: String(node.operationId), node })),
    );
  }

  function operation(name: string): Node {
    const found = operations().find((each) => each.name === name);
    invariant(found, `the document has the operation ${name}`);
    return found.node;
  }

  function examplesOf(node: Node, status?: string): Example[] {
    const holder = status === undefined ? node.requestBody : pick(node.responses, status);
    const content = isNode(holder) ? follow(holder).content : undefined;
    const inJson = Object.entries(isNode(content) ? content : {}).filter(([type]) =>
      type.endsWith('json'),
    );
    return inJson.flatMap(([, media]) =>
      Object.entries(isNode(media) && isNode(media.examples) ? media.examples : {}).map(
        ([name, example]) => {
          const value = isNode(example) ? follow(example).value : undefined;
          invariant(isNode(value), `the example ${name} has a value`);
          return { name, value };
        },
      ),
    );
  }

  return { document, at, follow, operations, operation, examplesOf };
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function pick(node: unknown, name: string): unknown {
  return isNode(node) ? node[name] : undefined;
}
