/** The contract is good input for other languages: a generator makes Python and Go from it that parse and fit. */
import { describe, expect, test } from 'vitest';
import { at, follow, isNode, type Node, strings } from './document.ts';
import { faultsOf, generate, goTypes, key, pythonTypes, type Types } from './stubs.ts';

const python = await generate('python');
const go = await generate('go');
const inPython = pythonTypes(python);
const inGo = goTypes(go);

const objects = Object.entries(at('components', 'schemas'))
  .filter(([, schema]) => isNode(schema) && isNode(schema.properties))
  .map(([name, schema]) => ({ name, schema: schema as Node }));

describe('what is generated', () => {
  test.each<['python' | 'go', string]>([
    ['python', python],
    ['go', go],
  ])('parses as %s', (language, text) => {
    expect(faultsOf(language, text)).toEqual([]);
    expect(text.length).toBeGreaterThan(10_000);
  });
});

describe.each(objects)('$name', ({ name, schema }) => {
  const required = strings(schema.required);
  const members = Object.entries(schema.properties as Node).map(([member, property]) => ({
    member,
    property: isNode(property) ? follow(property) : {},
  }));

  test('is a Go struct with its members', () => {
    const struct = typeIn(inGo);
    expect([...(struct?.keys() ?? [])].sort()).toEqual(members.map(({ member }) => member).sort());
    for (const { member, property } of members) {
      const { type, optional } = struct!.get(member)!;
      // A slice and a map have a null of their own.
      const isUnion = Array.isArray(property.oneOf) && property.type !== 'object';
      const hasNull = /^(\[\]|map\[)/.test(type) && isNullable(property);
      // A union of types is a pointer, whether it may be absent or not.
      if (!isUnion) {
        expect({ member, optional: optional || hasNull }).toEqual({
          ...{ member, optional: isOptional(member, property) },
        });
      }
      if (property.type === 'integer') expect(type).toMatch(/^\*?int64$/);
      if (property.type === 'boolean') expect(type).toMatch(/^\*?bool$/);
      if (property.type === 'array') expect(type).toMatch(/^\[\]/);
      if (property.format === 'date-time') expect(type).toMatch(/^\*?time\.Time$/);
    }
  });

  test('is a Python class with its members', () => {
    const found = typeIn(inPython);
    expect([...(found?.keys() ?? [])].sort()).toEqual(
      members.map(({ member }) => inClass(member)).sort(),
    );
    for (const { member, property } of members) {
      const { type, optional } = found!.get(inClass(member))!;
      expect({ member, optional }).toEqual({ member, optional: isOptional(member, property) });
      if (property.type === 'integer') expect(type).toMatch(/^int\b/);
      if (property.type === 'boolean') expect(type).toMatch(/^bool\b/);
      if (property.type === 'array') expect(type).toMatch(/^list\[/i);
      if (property.format === 'date-time') expect(type).toMatch(/^datetime\b/);
    }
  });

  /** The generator puts the name of its class before a keyword of Python. */
  function inClass(member: string): string {
    return key(member === 'from' ? `${name}${member}` : member);
  }

  /** A nullable type gets another name: the generator keeps the first for the choice. */
  function typeIn(types: Types) {
    return types.get(key(isNullable(schema) ? `${name}Class` : name));
  }

  function isOptional(member: string, property: Node): boolean {
    return !required.includes(member) || isNullable(property);
  }

  function isNullable({ type }: Node): boolean {
    return Array.isArray(type) && type.includes('null');
  }
});

describe('the names that programs use', () => {
  test.each([
    ['ModelRun', 'chargedAmount', '*int64', 'int | None'],
    ['ModelRun', 'reservedAmount', 'int64', 'int'],
    ['ModelRun', 'message', '*AssistantMessage', 'AssistantMessage | None'],
    ['ModelRun', 'state', 'string', 'str'],
    ['AssistantMessage', 'tool_calls', '[]ToolCall', 'list[ToolCall] | None'],
    ['AssistantMessage', 'content', '*string', 'str | None'],
    ['CreateModelRun', 'messages', '[]Message', 'list[Message]'],
    ['CreateModelRun', 'maxOutputTokens', 'int64', 'int'],
    ['Problem', 'requestId', 'string', 'str'],
    ['Problem', 'errors', '[]Fault', 'list[Fault] | None'],
    ['Model', 'pricing', 'ModelPricing', 'ModelPricing'],
    ['ModelPricing', 'prompt', 'string', 'str'],
  ])('%s.%s is %s in Go and %s in Python', (schema, member, goType, pythonType) => {
    expect(inGo.get(key(schema))?.get(member)?.type).toBe(goType);
    expect(inPython.get(key(schema))?.get(key(member))?.type).toBe(pythonType);
  });

  test('a message has the members of every role', () => {
    const names = ['role', 'content', 'tool_calls', 'tool_call_id', 'name', 'refusal'];
    names.push('reasoning_details');
    expect([...(inGo.get('message')?.keys() ?? [])].sort()).toEqual(names.sort());
  });
});
