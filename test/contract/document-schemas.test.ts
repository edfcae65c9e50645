/** How schemas relate to each other and to the examples: the linter knows each only alone. */
import { describe, expect, test } from 'vitest';
import { at, examplesOf, follow, isNode, type Node, operation } from './document.ts';

describe('what is answered', () => {
  test('of a message is the very schema that a request takes', () => {
    const [, added] = at('components', 'schemas', 'ModelRun').allOf as Node[];
    const properties = added?.properties as { message: Node };
    expect(at('components', 'schemas', 'Message').oneOf).toContainEqual(properties.message);
    expect(properties.message).toEqual({ $ref: '#/components/schemas/AssistantMessage' });
  });

  test('of attribution has the members that a request takes and no tighter bound there', () => {
    const from = at('components', 'schemas', 'Attribution');
    const into = at('components', 'schemas', 'AttributionInput');
    // A request may give null for a member that it omits.
    const typed = (type: unknown) => [type].flat().filter((each) => each !== 'null');
    const bounds = (node: Node) =>
      propertiesOf(node).map(([name, { type, maxLength }]) => ({
        ...{ name, maxLength },
        type: typed(type),
      }));
    expect(bounds(into)).toEqual(bounds(from));
    expect(bounds(from)).not.toEqual([]);
    expect(into.required ?? []).toEqual(from.required ?? []);
  });
});

describe('the summary of the list', () => {
  test('is what a run extends, by its text and message', () => {
    const [base, added] = at('components', 'schemas', 'ModelRun').allOf as [Node, Node];
    expect(base).toEqual({ $ref: '#/components/schemas/ModelRunSummary' });
    expect(propertiesOf(added).map(([name]) => name)).toEqual(['text', 'message']);
  });
});

test('the codes in webhooks are those of every kind of run', () => {
  const codesOf = (name: string) =>
    at('components', 'schemas', name)['x-extensible-enum'] as string[];
  const all = ['ModelRunErrorCode', 'ToolRunErrorCode', 'ComputeJobErrorCode'].flatMap(codesOf);
  expect(new Set(codesOf('RunErrorCode'))).toEqual(new Set(all));
});

describe('the examples of properties', () => {
  test.each<[string, string, string | undefined, string]>([
    ['ModelRun', 'getModelRun', '200', 'run-completed'],
    ['CreateModelRun', 'createModelRun', undefined, 'request-attributed'],
    ['ModelRunLimits', 'getModelRunLimits', '200', 'limits'],
    ['ModelRunEstimate', 'estimateModelRun', '200', 'estimate-covered'],
    ['Problem', 'createModelRun', '402', 'insufficient_credit'],
  ])('of %s are those of the named example', (schema, name, status, example) => {
    const named = examplesOf(operation(name), status);
    expect(named.map((each) => each.name)).toContain(example);
    const shown = named.find((each) => each.name === example)!.value;
    const compared = propertiesOf(at('components', 'schemas', schema)).flatMap(
      ([member, property]) => {
        const { examples } = follow(property);
        const value = shown[member];
        if (value === undefined || !Array.isArray(examples)) return [];
        expect({ [member]: examples }).toEqual({ [member]: expect.arrayContaining([value]) });
        return [member];
      },
    );
    expect(compared.length).toBeGreaterThan(0);
  });
});

/** Including those of the schema that it extends. */
function propertiesOf(node: Node): [string, Node][] {
  const { properties = {}, allOf = [] } = node as { properties?: Node; allOf?: Node[] };
  const own = Object.entries(properties).filter((entry): entry is [string, Node] =>
    isNode(entry[1]),
  );
  return [...allOf.flatMap((part) => propertiesOf(follow(part))), ...own];
}
