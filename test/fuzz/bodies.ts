/** Bodies of creates: valid ones of every kind, and ways to spoil them. */
import fc from 'fast-check';

export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

/** Text that often breaks databases, terminals and parsers, and any other text. */
export const text: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom(
      "'; drop table run; --",
      '\\',
      '\\\\u0000',
      '\\x00',
      '"',
      "''",
      '$1',
      '{}',
      '\u202eright to left\u202c',
      '\u0645\u0631\u062d\u0628\u0627',
      '👩‍👩‍👧‍👦',
      '\u{10ffff}',
      '\ufeff',
      '\u0001\u001f\u007f\u0085',
      '\u2028\u2029',
      'e\u0301',
      'NULL',
      '\r\n\t',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  )
  .map((value) => value.replaceAll('\0', '0') || 'x');

const memberName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toJSON', 'hasOwnProperty', '', 'a/b~c'),
  text,
);

/** JSON within the accepted depth; members may be called `__proto__`. */
export const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.constantFrom(null, true, false, 0, -1.5, 1e21, 5e-324),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(memberName, tie('value')), { maxLength: 3 }).map(fromEntries),
  ),
})).value;

/** Unlike a literal, this makes `__proto__` an own member. */
export function fromEntries(entries: [string, Json][]): { [member: string]: Json } {
  return Object.fromEntries(entries);
}

const jsonObject = fc.array(fc.tuple(memberName, json), { maxLength: 3 }).map(fromEntries);
const toolName = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/);

const tools = fc.uniqueArray(
  fc.record({ name: toolName, description: text, parameters: jsonObject }),
  { minLength: 1, maxLength: 3, selector: ({ name }) => name },
);

const call = fc.record({
  id: text,
  type: fc.constant('function'),
  function: fc.record({ name: text, arguments: fc.oneof(text, fc.constantFrom('', '{', '{}')) }),
});

/** A kind that providers know, with members that they may not know. */
const reasoning = fc.option(
  fc.array(
    fc
      .tuple(jsonObject, text)
      .map(([more, thought]) => ({ ...more, type: 'reasoning.text', text: thought, format: null })),
    { maxLength: 2 },
  ),
  { nil: undefined },
);

const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

/** An assistant's calls and their results, in any order. */
const calling = fc
  .tuple(
    fc.uniqueArray(call, { minLength: 1, maxLength: 3, selector: ({ id }) => id }),
    fc.option(fc.oneof(text, fc.constantFrom('', null)), { nil: undefined }),
    reasoning,
    fc.array(fc.oneof(text, fc.constant('')), { minLength: 3, maxLength: 3 }),
    fc.boolean(),
  )
  .map(([calls, content, details, results, isReversed]): Json[] => {
    const asking = { role: 'assistant', content, tool_calls: calls, reasoning_details: details };
    const answers = calls.map(({ id, function: called }, i) => ({
      role: 'tool',
      tool_call_id: id,
      ...(i % 2 === 1 && { name: called.name }),
      content: results[i]!,
    }));
    return [
      withoutUndefined(asking) as unknown as Json,
      ...(isReversed ? answers.reverse() : answers),
    ];
  });

const speaking = fc
  .tuple(fc.constantFrom('system', 'user', 'assistant'), text)
  .map(([role, content]): Json[] => [{ role, content }]);

/** An accepted conversation: it ends with a user, or with the results of all calls. */
const messages: fc.Arbitrary<Json[]> = fc
  .tuple(
    fc.array(fc.oneof(speaking, calling), { maxLength: 3 }),
    fc.oneof(
      text.map((content): Json[] => [{ role: 'user', content }]),
      fc
        .array(text, { minLength: 1, maxLength: 3 })
        .map((texts) => texts.map((value) => ({ type: 'text', text: value })))
        .map((content): Json[] => [{ role: 'user', content }]),
      calling,
    ),
  )
  .map(([turns, last]) => [...turns.flat(), ...last]);

const choice = fc.constantFrom('auto', 'none', 'required', 'named');

export interface Body {
  [member: string]: Json;
  messages: Json[];
}

/** An accepted body, for one of these models. */
export function body(...models: string[]): fc.Arbitrary<Body> {
  return fc
    .record({
      model: fc.constantFrom(...models),
      messages,
      maxOutputTokens: fc.integer({ min: 1, max: 200 }),
      ofTools: fc.option(fc.tuple(tools, choice, fc.boolean()), { nil: undefined }),
      attribution: fc.option(attribution, { nil: undefined }),
      maxReservedAmount: fc.option(fc.constantFrom(2 ** 53 - 1, 10 ** 12), { nil: undefined }),
    })
    .map(({ ofTools, ...rest }) => {
      const [list, chosen, parallel] = ofTools ?? [];
      const named = { type: 'function', function: { name: list?.[0]?.name } };
      return withoutUndefined({
        ...rest,
        tools: list,
        tool_choice: chosen === 'named' ? named : chosen,
        parallel_tool_calls: parallel,
      }) as unknown as Body;
    });
}

const label = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((value) => value.replaceAll(/\p{Cc}/gu, '-'));
const attribution = fc.record(
  { sessionId: label, endUserId: label, promptId: label, promptVersion: label },
  { requiredKeys: [] },
);

/** A call of a sandbox tool that answers at once. */
export function callBody(): fc.Arbitrary<Json> {
  return fc.record(
    {
      tool: fc.constant('sandbox/echo'),
      input: fc.record({ text }),
      timeoutSeconds: fc.option(fc.integer({ min: 1, max: 60 })),
      parent: fc.option(fc.record({ runId: fc.constant('run_01k0a2v4xfe8t9m3c5h7j1q6wz') })),
    },
    { requiredKeys: ['tool', 'input'] },
  ) as fc.Arbitrary<Json>;
}

/** A job that ends at once; the service does not send it while another one runs: then it costs no process. */
export function jobBody(): fc.Arbitrary<object> {
  const file = fc.record({ path: toolName, content: text });
  return fc.record(
    {
      environment: fc.constant('javascript'),
      source: text,
      timeoutSeconds: fc.integer({ min: 1, max: 10 }),
      expiresAfterSeconds: fc.constant(1),
      stdin: fc.option(text),
      files: fc.option(
        fc.uniqueArray(file, { maxLength: 3, selector: ({ path }) => path.toLowerCase() }),
      ),
      env: fc.option(fc.dictionary(fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,9}$/), text)),
      outputs: fc.option(fc.uniqueArray(toolName, { maxLength: 3 })),
      resources: fc.option(fc.constantFrom({}, { cpuMillis: null }, { memoryMb: 64 })),
    },
    { requiredKeys: ['environment', 'source', 'timeoutSeconds', 'expiresAfterSeconds'] },
  );
}

/** For a prompt with the variable `a`: the body of a save, a move of a label or a rendering. */
export function promptBody(operation: string, name: string): fc.Arbitrary<object> {
  if (operation === 'updatePromptLabel') return fc.constant({ version: 1 });
  if (operation === 'renderPrompt') {
    const withVariables = json.map((value) => ({ version: 1, variables: { a: value ?? '' } }));
    return fc.oneof(
      withVariables,
      text.map((a) => ({ version: 1, label: null, variables: { a } })),
    );
  }
  const plain = text.map((value) => value.replaceAll('{{', '{'));
  const role = fc.constantFrom('system', 'user', 'assistant');
  const messages = fc.array(fc.record({ role, content: plain }), { minLength: 1, maxLength: 3 });
  const labels = fc.subarray(['production', 'staging']);
  const rest = { config: jsonObject, comment: text, labels, name: fc.constant(name) };
  const optional = { requiredKeys: ['name'] as ['name'] };
  return fc.oneof(
    fc.record(rest, optional).chain((one) => plain.map((content) => ({ ...one, text: content }))),
    fc
      .record(rest, optional)
      .chain((one) => messages.map((content) => ({ ...one, messages: content }))),
  );
}
