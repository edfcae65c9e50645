/** Tools whose arguments a schema of some library describes, checks and types. */
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { converse, jobTool, type StandardSchema, tool } from '../../client/agents.ts';
import { UsageError } from '../../client/index.ts';
import { against, closeHostiles } from './client-against.ts';
import { answer, run } from './hostile-server.ts';

const REST = { name: 'get_weather', description: 'The weather in a city.' };
const OF_ZOD = z.object({ city: z.string().min(2), days: z.number().int().default(1) });
const OF_VALIBOT = v.object({
  city: v.pipe(v.string(), v.minLength(2)),
  days: v.optional(v.number(), 1),
});
const PROPERTIES = {
  city: { type: 'string', minLength: 2 },
  days: expect.objectContaining({ default: 1 }),
};

afterEach(closeHostiles);

/** What the model reads about the tool, and about a call with these arguments. */
async function called(one: Parameters<typeof converse>[1]['tools'], args: string) {
  const call = {
    id: 'call_1',
    type: 'function' as const,
    function: { name: REST.name, arguments: args },
  };
  const message = { role: 'assistant' as const, content: null, tool_calls: [call] };
  const { hostile, ...client } = await against(
    answer(202, run({ state: 'completed', finishReason: 'tool_calls', message })),
    answer(
      202,
      run({
        id: 'run_2',
        state: 'completed',
        text: 'Done.',
        message: { role: 'assistant', content: 'Done.' },
      }),
    ),
  );
  const { text } = await converse(client, {
    ...{ model: 'm', maxOutputTokens: 9, messages: [{ role: 'user', content: 'How warm?' }] },
    ...(one && { tools: one }),
  });
  expect(text).toBe('Done.');
  const [first, second] = hostile.seen.map(({ body }) => JSON.parse(body));
  return { sent: first.tools[0], result: second.messages.at(-1).content as string };
}

describe.each([
  ['zod', tool({ ...REST, inputSchema: OF_ZOD, execute: (args) => args })],
  [
    'valibot',
    tool({ ...REST, inputSchema: toStandardJsonSchema(OF_VALIBOT), execute: (args) => args }),
  ],
])('a schema of %s', (_, one) => {
  it('is what the model gets as the description of the arguments', async () => {
    const { sent } = await called([one], '{"city":"Lisbon"}');
    expect(sent).toEqual({
      ...REST,
      parameters: expect.objectContaining({ type: 'object', properties: PROPERTIES }),
    });
    expect(sent.parameters).not.toHaveProperty('$schema');
    expect(sent.parameters.required).toEqual(['city']);
  });

  it('gives the function what it makes of the arguments', async () => {
    expect(JSON.parse((await called([one], '{"city":"Lisbon"}')).result)).toEqual({
      city: 'Lisbon',
      days: 1,
    });
  });

  it('reports to the model what is wrong, and where', async () => {
    const { result } = await called([one], '{"city":"L","days":"two"}');
    expect(result).toMatch(/get_weather failed: city: .*; days: /);
  });
});

describe('the arguments', () => {
  it('are typed by the schema', () => {
    tool({
      ...REST,
      inputSchema: OF_ZOD,
      execute: (args) => expectTypeOf(args).toEqualTypeOf<{ city: string; days: number }>(),
    });
    tool({
      ...REST,
      inputSchema: toStandardJsonSchema(OF_VALIBOT),
      execute: (args) => expectTypeOf(args).toEqualTypeOf<{ city: string; days: number }>(),
    });
    jobTool({
      ...REST,
      inputSchema: z.object({ code: z.string() }),
      job: ({ code }) => {
        expectTypeOf(code).toEqualTypeOf<string>();
        return { environment: 'javascript', timeoutSeconds: 5, source: code };
      },
    });
    const wrong = () => [
      // @ts-expect-error: there is no town
      tool({ ...REST, inputSchema: OF_ZOD, execute: ({ town }) => town }),
      // @ts-expect-error: city is no number
      tool({ ...REST, inputSchema: OF_ZOD, execute: ({ city }: { city: number }) => city }),
    ];
    expect(wrong).toBeTypeOf('function');
  });

  it('of a transforming schema are its output, and the model gets the schema of its input', async () => {
    const inputSchema = z.object({ day: z.string().transform((text) => text.length) });
    const one = tool({
      ...REST,
      inputSchema,
      execute: ({ day }) => {
        expectTypeOf(day).toEqualTypeOf<number>();
        return { day };
      },
    });
    const { sent, result } = await called([one], '{"day":"Monday"}');
    expect(sent.parameters.properties).toEqual({ day: { type: 'string' } });
    expect(JSON.parse(result)).toEqual({ day: 6 });
  });

  it('may be checked by a schema that takes its time', async () => {
    const inputSchema = OF_ZOD.refine(
      async ({ city }) => city !== 'Atlantis',
      'There is no such city.',
    );
    const one = tool({ ...REST, inputSchema, execute: () => 'warm' });
    expect((await called([one], '{"city":"Lisbon"}')).result).toBe('warm');
    expect((await called([one], '{"city":"Atlantis"}')).result).toContain('There is no such city.');
  });
});

describe('a schema that does not say what it is as JSON Schema', () => {
  it('is refused with what to do', () => {
    const make = () => tool({ ...REST, inputSchema: OF_VALIBOT, execute: () => '' });
    expect(make).toThrow(UsageError);
    expect(make).toThrow(/inputSchema of valibot .* give that as parameters/);
  });

  it('is accepted together with parameters, from any library', async () => {
    const own: StandardSchema<unknown, { city: string }> = {
      '~standard': {
        ...{ version: 1, vendor: 'own' },
        validate: (value) =>
          typeof (value as { city?: unknown }).city === 'string'
            ? { value: { city: 'as it was checked' } }
            : { issues: [{ message: 'must be a text', path: [{ key: 'city' }] }] },
      },
    };
    const parameters = { type: 'object', properties: { city: { type: 'string' } } };
    const one = tool({ ...REST, inputSchema: own, parameters, execute: ({ city }) => city });
    const { sent, result } = await called([one], '{"city":"Lisbon"}');
    expect(sent.parameters).toEqual(parameters);
    expect(result).toBe('as it was checked');
    expect((await called([one], '{}')).result).toContain('city: must be a text');
  });
});

it('strict of a tool is passed on', async () => {
  const parameters = { type: 'object' };
  const one = tool({ ...REST, parameters, strict: true, execute: () => '' });
  expect((await called([one], '{}')).sent).toEqual({ ...REST, parameters, strict: true });
});
