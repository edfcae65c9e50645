/** House rules for schemas that the linter cannot express. */
import { describe, expect, test } from 'vitest';
import { at, document, follow, isNode, type Node, operations, reachable } from './document.ts';

const schemas = Object.entries(at('components', 'schemas')).map(([name, node]) => ({
  name,
  node: node as Node,
}));
const everything = [...reachable(document)].filter(isNode);
const requests = subschemas('requestBody');
const responses = subschemas('responses');

describe('every schema', () => {
  test('describes each of its properties', () => {
    const silent = everything.flatMap((node) =>
      propertiesOf(node)
        .filter(([, property]) => !described(property))
        .map(([name]) => name),
    );
    expect(silent).toEqual([]);
  });

  test('bounds text that may be null as well', () => {
    const nullable = everything.filter(({ type }) => Array.isArray(type));
    expect(nullable.length).toBeGreaterThan(0);
    for (const node of nullable) expect(node).toHaveProperty('maxLength');
  });

  test('is written with what every tool of the chain understands', () => {
    const avoided = [
      '$defs',
      'if',
      'then',
      'else',
      'unevaluatedProperties',
      'readOnly',
      'writeOnly',
    ];
    const used = everything.filter((node) => avoided.some((keyword) => keyword in node));
    expect(used).toEqual([]);
  });

  test('refers to another with nothing beside the reference', () => {
    const references = everything.filter((node) => typeof node.$ref === 'string');
    expect(references.filter((node) => Object.keys(node).length > 1)).toEqual([]);
    expect(references.map(({ $ref }) => $ref)).not.toContainEqual(
      expect.stringContaining('/$defs/'),
    );
  });
});

describe('requests and responses', () => {
  test('share no schema', () => {
    const shared = schemas.filter(({ node }) => requests.has(node) && responses.has(node));
    expect(shared.map(({ name }) => name)).toEqual([]);
  });

  test('are closed and open: what a request may not name is refused, and a response may grow', () => {
    const openInside = new Set<unknown>([
      at('components', 'schemas', 'ToolDefinition', 'properties', 'parameters'),
      at(
        'components',
        'schemas',
        'AssistantMessageInput',
        'properties',
        'reasoning_details',
        'items',
      ),
    ]);
    for (const node of [...requests].filter(isObjectSchema)) {
      // The union of messages is closed in each of its members.
      if (node.oneOf === undefined) expect(node.additionalProperties).toBe(openInside.has(node));
    }
    for (const node of [...responses].filter(isObjectSchema)) {
      expect(node.additionalProperties ?? true).toBe(true);
    }
  });
});

describe('the message of an answer', () => {
  test.each([
    ['AssistantMessage', 'AssistantMessageInput'],
    ['ToolCall', 'ToolCallInput'],
    ['CalledFunction', 'CalledFunctionInput'],
    ['Attribution', 'AttributionInput'],
  ])('%s has the members of %s and no tighter bound there', (answered, accepted) => {
    const from = at('components', 'schemas', answered);
    const into = at('components', 'schemas', accepted);
    const names = propertiesOf(from).map(([name]) => name);
    expect(propertiesOf(into).map(([name]) => name)).toEqual(names);
    expect(into.required ?? []).toEqual(from.required ?? []);
    for (const name of names) {
      const given = at('components', 'schemas', answered, 'properties', name);
      const taken = at('components', 'schemas', accepted, 'properties', name);
      expect([taken.type, taken.const, taken.maxLength, taken.maxItems]).toEqual([
        given.type,
        given.const,
        given.maxLength,
        given.maxItems,
      ]);
    }
  });
});

describe('the summary of the list', () => {
  test('has all of a run but its text and message', () => {
    const run = propertiesOf(at('components', 'schemas', 'ModelRun')).map(([name]) => name);
    const summary = propertiesOf(at('components', 'schemas', 'ModelRunSummary')).map(
      ([name]) => name,
    );
    expect(summary).toEqual(run.filter((name) => name !== 'text' && name !== 'message'));
  });
});

function subschemas(side: 'requestBody' | 'responses'): Set<unknown> {
  return operations().reduce((seen, { node }) => reachable(node[side], seen), new Set<unknown>());
}

function propertiesOf(node: Node): [string, Node][] {
  if (node.type !== 'object' || !isNode(node.properties)) return [];
  return Object.entries(node.properties).filter((entry): entry is [string, Node] =>
    isNode(entry[1]),
  );
}

function described(property: Node): boolean {
  return typeof follow(property).description === 'string';
}

function isObjectSchema(value: unknown): value is Node {
  return isNode(value) && value.type === 'object';
}
