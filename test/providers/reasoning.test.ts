/** reasoning_details: the pieces of a stream give what a whole answer would have had, entry for entry. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReasoning } from '../../server/model-runs/providers/chat-completions/reasoning.ts';
import type { JsonValue } from '../../server/model-runs/providers/index.ts';
import type { JsonObject } from '../../server/providers/json.ts';
import { delta, json, openRouter, startUpstream, stream, submit } from './upstream.ts';

function joined(...pieces: JsonValue[]): JsonValue[] {
  const reasoning = createReasoning();
  for (const piece of pieces) reasoning.takePiece(piece);
  return reasoning.close();
}

const text = (part: object): JsonValue => ({ type: 'reasoning.text', index: 0, ...part });

/** Arbitrary entries, which must be kept unchanged. */
const ODD: JsonValue[] = [
  { type: 'reasoning.text', text: 'a\u0001b\u2028', signature: null, index: 0, format: null },
  {
    type: 'reasoning.text',
    text: 'second',
    signature: 'sig==',
    index: 1,
    'x-more': { b: 1, a: [null] },
  },
  { type: 'reasoning.summary', summary: '', index: 2 },
  {
    type: 'reasoning.encrypted',
    data: 'gAAAA==',
    id: 'rs_1',
    index: 3,
    format: 'openai-responses-v1',
  },
  { type: 'reasoning.server_tool_call', tool_name: 't', arguments: '{}', result: '1e5', id: null },
  { type: 'reasoning.of.tomorrow', parts: [1.5, -0.25, 1e21, true], index: 0 },
  { type: 'reasoning.of.tomorrow', parts: [], index: 0 },
  JSON.parse('{"type":"reasoning.odd","__proto__":{"polluted":true},"constructor":1}'),
  'a bare text',
  null,
  [1, 2],
];

describe('pieces are joined', () => {
  test('text by index, with the signature that comes last', () => {
    const entries = joined(
      text({ text: 'Let ', format: 'anthropic-claude-v1' }),
      text({ text: 'me think', format: 'anthropic-claude-v1' }),
      text({ signature: 'c2ln', format: 'anthropic-claude-v1' }),
    );
    expect(entries).toEqual([
      {
        type: 'reasoning.text',
        index: 0,
        text: 'Let me think',
        format: 'anthropic-claude-v1',
        signature: 'c2ln',
      },
    ]);
  });

  test('a signature in pieces, and one that is null before it is known', () => {
    expect(
      joined(
        text({ text: 'a', signature: null }),
        text({ text: null, signature: 'x' }),
        text({ signature: 'y' }),
      ),
    ).toEqual([text({ text: 'a', signature: 'xy' })]);
  });

  test('summaries and encrypted data', () => {
    expect(
      joined(
        { type: 'reasoning.summary', summary: 'a', index: 0 },
        { type: 'reasoning.summary', summary: 'b', index: 0 },
        { type: 'reasoning.encrypted', data: 'c', index: 0, id: 'rs_1' },
        { type: 'reasoning.encrypted', data: 'd', index: 0, id: 'rs_1' },
      ),
    ).toEqual([
      { type: 'reasoning.summary', summary: 'ab', index: 0 },
      { type: 'reasoning.encrypted', data: 'cd', index: 0, id: 'rs_1' },
    ]);
  });

  test('by id where there is no index', () => {
    const piece = (part: string) => ({ type: 'reasoning.text', id: 'r1', text: part });
    expect(joined(piece('a'), piece('b'))).toEqual([piece('ab')]);
  });

  test('without any name, text after text', () => {
    const piece = (part: string) => ({ type: 'reasoning.text', text: part });
    expect(joined(piece('a'), piece('b'))).toEqual([piece('ab')]);
  });

  test('where entries of two indexes alternate', () => {
    expect(
      joined(
        text({ text: 'a', index: 0 }),
        text({ text: 'b', index: 1 }),
        text({ text: 'c', index: 0 }),
      ),
    ).toEqual([text({ text: 'ac', index: 0 }), text({ text: 'b', index: 1 })]);
  });

  test('and members that come late are taken over', () => {
    expect(joined(text({ text: 'a', id: null }), text({ text: 'b', id: 'r', more: 1 }))).toEqual([
      text({ text: 'ab', id: 'r', more: 1 }),
    ]);
  });
});

describe('entries stay apart', () => {
  test.each<[string, JsonValue[]]>([
    ['of different indexes', [text({ text: 'a' }), text({ text: 'b', index: 1 })]],
    ['of different ids', [text({ text: 'a', id: 'x' }), text({ text: 'b', id: 'y' })]],
    ['of different formats', [text({ text: 'a', format: 'x' }), text({ text: 'b', format: 'y' })]],
    [
      'of one index and different types, also where the first type returns',
      [
        { type: 'reasoning.summary', summary: 'a', index: 0 },
        { type: 'reasoning.encrypted', data: 'b', index: 0 },
        { type: 'reasoning.summary', summary: 'c', index: 0 },
      ],
    ],
    [
      'after a signature, which closes a text',
      [text({ text: 'a', signature: 's' }), text({ text: 'b', signature: 't' })],
    ],
    [
      'where they are encrypted and have no name',
      [
        { type: 'reasoning.encrypted', data: 'a' },
        { type: 'reasoning.encrypted', data: 'b' },
      ],
    ],
    ['of types that we don t know', ODD.slice(5, 7)],
  ])('%s', (_, entries) => {
    expect(joined(...entries)).toEqual(entries);
  });

  test('and odd ones are kept as they came, in order', () => {
    expect(JSON.stringify(joined(...ODD))).toBe(JSON.stringify(ODD));
  });

  test('and a member called __proto__ is a member like any other', () => {
    const first: JsonValue = JSON.parse(
      '{"type":"reasoning.text","index":0,"text":"a","__proto__":1}',
    );
    const [entry] = joined(first, text({ text: 'b' }));
    expect(JSON.stringify(entry)).toBe(
      '{"type":"reasoning.text","index":0,"text":"ab","__proto__":1}',
    );
  });
});

describe('over the wire', () => {
  test('a whole answer is not joined at all', async () => {
    const entries = [text({ text: 'a' }), text({ text: 'b' })];
    const upstream = await startUpstream((response) => {
      const message = { role: 'assistant', content: 'x', reasoning_details: entries };
      json(response, 200, { id: 'gen-1', choices: [{ message, finish_reason: 'stop' }] });
    });
    const { outcome } = await submit(openRouter(upstream.url));
    expect(outcome).toMatchObject({ answer: { message: { reasoning_details: entries } } });
  });

  test('what came in goes out again, byte for byte', async () => {
    const upstream = await startUpstream((response) => {
      stream(response, [
        delta({ reasoning_details: ODD.slice(0, 4) }),
        delta({ reasoning_details: ODD.slice(4) }),
        delta({ content: 'x' }, 'stop'),
        '[DONE]',
      ]);
    });
    const provider = openRouter(upstream.url);
    const first = await submit(provider);
    if (first.outcome.kind !== 'answered') throw new Error(first.outcome.kind);
    const { message } = first.outcome.answer;
    expect(JSON.stringify(message.reasoning_details)).toBe(JSON.stringify(ODD));

    await submit(provider, { messages: [message, { role: 'user', content: 'And?' }] });
    const [sent] = upstream.received[1]!.body.messages as { reasoning_details: unknown }[];
    expect(JSON.stringify(sent?.reasoning_details)).toBe(JSON.stringify(ODD));
  });
});

describe('the entry that a piece continues', () => {
  /** The same rule by a scan of all entries, slow but plain. */
  function joinedPlainly(pieces: JsonObject[]): JsonValue[] {
    const entries: JsonObject[] = [];
    for (const piece of pieces) {
      const at = entries.findLastIndex((entry) => bearsName(entry, piece));
      const entry = entries[at];
      const isNamed = piece.index != null || piece.id != null;
      const goesOn = entry && entry.type === piece.type && (isNamed || at === entries.length - 1);
      if (!goesOn) {
        entries.push({ ...piece });
        continue;
      }
      entry.text = `${entry.text}${piece.text}`;
      for (const name of ['index', 'id'] as const) {
        if (piece[name] !== undefined) entry[name] = piece[name] ?? entry[name] ?? null;
      }
    }
    return entries;
  }

  function bearsName(entry: JsonObject, piece: JsonObject): boolean {
    const bothIds = entry.id != null && piece.id != null;
    if (bothIds && entry.id !== piece.id) return false;
    if (entry.index != null && piece.index != null) return entry.index === piece.index;
    const isUnnamed = (one: JsonObject) => one.index == null && one.id == null;
    return bothIds || (isUnnamed(entry) && isUnnamed(piece));
  }

  const piece = fc.record(
    {
      type: fc.constantFrom('reasoning.text', 'reasoning.odd'),
      text: fc.constantFrom('a', 'b', 'c'),
      index: fc.constantFrom(null, 0, 1, '0'),
      id: fc.constantFrom(null, 'x', 'y', 0),
    },
    { requiredKeys: ['type', 'text'] },
  );

  test('is the latest of its name, whatever the names are', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        // Entries of unknown types are never joined: they must differ from each other.
        const odd = pieces.map((one, i) =>
          one.type === 'reasoning.odd' ? { ...one, type: `odd ${i}` } : one,
        );
        expect(joined(...odd)).toEqual(joinedPlainly(odd));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the work', () => {
  /** How often the names of pieces are read, which a scan of the entries would repeat. */
  function readsFor(count: number, nameOf: (i: number) => object): number {
    let reads = 0;
    const counted = (value: object): JsonValue =>
      new Proxy(value, {
        get(target, name) {
          reads += 1;
          return Reflect.get(target, name) as unknown;
        },
      }) as JsonObject;
    const reasoning = createReasoning();
    for (let i = 0; i < count; i++) {
      reasoning.takePiece(counted({ type: 'reasoning.text', text: 'a', ...nameOf(i) }));
    }
    reasoning.close();
    return reads;
  }

  test.each<[string, (i: number) => object]>([
    ['entries of their own', (i) => ({ index: i, id: `r${i}` })],
    ['one entry', () => ({ index: 0 })],
    ['entries in turn', (i) => ({ index: i % 100 })],
    ['entries without a name', () => ({ type: 'reasoning.encrypted' })],
  ])('for pieces of %s doubles with their number', (_, nameOf) => {
    expect(readsFor(20_000, nameOf) / readsFor(10_000, nameOf)).toBeLessThan(2.1);
  });
});
