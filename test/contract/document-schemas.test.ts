/** What schemas are to each other, and to the examples: the linter knows each of them alone. */
import { describe, expect, test } from 'vitest';
import { at, examplesOf, follow, isNode, type Node, operation } from './document.ts';

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

describe('the examples of properties', () => {
  test.each<[string, string, string | undefined, string]>([
    ['ModelRun', 'getModelRun', '200', 'run-completed'],
    ['CreateModelRun', 'createModelRun', undefined, 'request-attributed'],
    ['ModelRunLimits', 'getModelRunLimits', '200', 'limits'],
    ['ModelRunEstimate', 'estimateModelRun', '200', 'estimate-covered'],
    ['Problem', 'createModelRun', '402', 'insufficient_credit'],
  ])('of %s are those of the named example', (schema, name, status, example) => {
    const shown = examplesOf(operation(name), status).find((each) => each.name === example);
    for (const [member, property] of propertiesOf(at('components', 'schemas', schema))) {
      const { examples } = follow(property);
      const value = shown?.value[member];
      if (value === undefined || !Array.isArray(examples)) continue;
      expect({ [member]: examples }).toEqual({ [member]: expect.arrayContaining([value]) });
    }
  });
});

function propertiesOf(node: Node): [string, Node][] {
  if (node.type !== 'object' || !isNode(node.properties)) return [];
  return Object.entries(node.properties).filter((entry): entry is [string, Node] =>
    isNode(entry[1]),
  );
}
