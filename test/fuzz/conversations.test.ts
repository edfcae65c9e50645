import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRun } from '../../openapi/generated/developer.ts';
import { type Body, body, fromEntries, type Json, json, text } from './bodies.ts';
import { cases } from './seed.ts';
import { type FuzzedService, startFuzzedService } from './service.ts';

let service: FuzzedService;
beforeAll(async () => {
  service = await startFuzzedService({ validatesResponses: true });
});
afterEach(() => service.expectConsistent());
afterAll(() => service.close());

async function create(payload: string, requestKey: string = randomUUID()) {
  const response = await fetch(`${service.url}/v1/developer/model-runs`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${service.key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': requestKey,
      Prefer: 'wait=20',
    },
    body: payload,
  });
  const answer = await response.text();
  expect([200, 202], answer).toContain(response.status);
  const replayed = response.headers.get('idempotent-replayed') === 'true';
  return { run: JSON.parse(answer) as ModelRun, replayed };
}

async function read(id: string): Promise<ModelRun> {
  const headers = { Authorization: `Bearer ${service.key}` };
  const response = await fetch(`${service.url}/v1/developer/model-runs/${id}`, { headers });
  expect(response.status).toBe(200);
  return (await response.json()) as ModelRun;
}

const MODELS = ['sandbox/echo', 'sandbox/tool-caller', 'sandbox/thinker'];

describe('the message of a completed run', () => {
  it('is accepted back, with results for the calls that it makes', async () => {
    await fc.assert(
      fc.asyncProperty(body(...MODELS), text, async (sent, nextText) => {
        const { run } = await create(JSON.stringify(sent));
        expect(run.state, JSON.stringify(run.error)).toBe('completed');
        await sendBack(sent, run, nextText);
      }),
      cases(150),
    );
  });

  it('is there and is accepted back whatever the provider answered', async () => {
    const anyText = fc.oneof(
      text,
      fc.constantFrom('', '\0', 'a\0b', '\ud83d', '\ude00x', '\ud83d\ude00'),
      fc.string({ unit: fc.integer({ max: 0xffff }).map((code) => String.fromCharCode(code)) }),
    );
    const call = fc.record({
      id: anyText,
      type: fc.constant('function'),
      function: fc.record({ name: anyText, arguments: anyText }),
    });
    const answer = fc.record(
      {
        role: fc.constant('assistant'),
        content: fc.option(anyText),
        refusal: fc.option(anyText),
        tool_calls: fc.option(fc.array(call, { maxLength: 3 })),
        reasoning_details: fc.option(
          fc.array(fc.oneof(json, anyText.map(named), fc.constantFrom(deep(30), deep(80))), {
            maxLength: 2,
          }),
        ),
        reasoning_content: fc.option(anyText),
      },
      { requiredKeys: ['role'] },
    );
    const model = fc.constantFrom('canned', 'canned-entries', 'canned-text');
    await fc.assert(
      fc.asyncProperty(answer, model, text, async (message, named, nextText) => {
        service.provider.says(message);
        const sent = { ...SIMPLE, model: named, messages: [{ role: 'user', content: 'Hello' }] };
        const { run } = await create(JSON.stringify(sent));
        const said = message.content || message.refusal;
        if (message.tool_calls?.length && callsOf(message).length === 0 && !said) {
          // Calls of nothing, and nothing else, are no answer: nobody pays for them.
          expect(run.state).not.toBe('completed');
          return;
        }
        expect(run.state, JSON.stringify(run)).toBe('completed');
        expect(run.message).toEqual(expectedOf(message));
        expect(run.text).toBe(run.message?.content ?? undefined);
        await sendBack(sent, run, nextText);
      }),
      cases(200),
    );
  });

  const SIMPLE = { maxOutputTokens: 10 };
  const named = (name: string): Json => fromEntries([[name, 'x']]);

  async function sendBack(sent: Body, { message }: ModelRun, nextText: string): Promise<void> {
    if (message === undefined) throw new Error('the run has no message');
    const results = (message.tool_calls ?? []).map(({ id }) => ({
      role: 'tool',
      tool_call_id: id,
      content: nextText,
    }));
    const next = [...sent.messages, message, ...results, { role: 'user', content: nextText }];
    await create(JSON.stringify({ ...sent, messages: next }));
  }
});

interface ProviderMessage {
  role: string;
  content?: string | null;
  refusal?: string | null;
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[] | null;
  reasoning_details?: Json[] | null;
  reasoning_content?: string | null;
}

/** Returns the message of the provider, member by member, in text that every reader accepts. */
function expectedOf(sent: ProviderMessage) {
  const { content, refusal, reasoning_details: details } = sent;
  const calls = callsOf(sent);
  return {
    role: 'assistant',
    ...(content !== undefined && { content: content && clean(content) }),
    ...(refusal && { refusal: clean(refusal) }),
    ...(calls.length > 0 && { tool_calls: calls.map((call) => expectedCall(call)) }),
    ...reasoningOf(details ?? [], sent.reasoning_content),
  };
}

/** Without calls of nothing, which nobody could make. */
function callsOf({ tool_calls: calls }: ProviderMessage) {
  return (calls ?? []).filter(({ function: { name } }) => name !== '');
}

function expectedCall({
  type,
  function: { name, arguments: text },
}: NonNullable<ProviderMessage['tool_calls']>[number]) {
  const called = { name: clean(name), arguments: clean(text) };
  return { id: expect.stringMatching(/^./su), type, function: called };
}

/** All of it, or none if some can't stand in a request; a text if there are no entries. */
function reasoningOf(entries: Json[], asText: string | null | undefined) {
  if (entries.length === 0) {
    return asText && { reasoning_details: [{ type: 'reasoning.text', text: clean(asText) }] };
  }
  const isKept = entries.every(
    (entry) =>
      typeof entry === 'object' && entry !== null && !Array.isArray(entry) && depthOf(entry) <= 60,
  );
  return isKept && { reasoning_details: cleanJson(entries) };
}

function depthOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function clean(text: string): string {
  return text.replaceAll(/\0|\p{Surrogate}/gu, '\ufffd');
}

function cleanJson(value: Json): Json {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleanJson);
  return fromEntries(Object.entries(value).map(([name, one]) => [clean(name), cleanJson(one)]));
}

function deep(depth: number): Json {
  return depth === 0 ? 1 : { deeper: deep(depth - 1) };
}

describe('text', () => {
  it('comes back as it was sent', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        const messages = [{ role: 'user', content }];
        const sent = { model: 'sandbox/echo', messages, maxOutputTokens: 200 };
        const { run } = await create(JSON.stringify(sent));
        expect(run).toMatchObject({ state: 'completed', text: content });
        expect(await read(run.id)).toEqual(run);
      }),
      cases(200),
    );
  });

  it('reaches the provider as it was sent, with everything around it', async () => {
    const { received } = service.provider;
    service.provider.says({ role: 'assistant', content: 'Hello' });
    await fc.assert(
      fc.asyncProperty(body('canned'), async (request) => {
        received.length = 0;
        await create(JSON.stringify(request));
        const sent = request.messages.map(asOnThePlainWire);
        expect(received.length).toBe(1);
        expect(JSON.stringify(received[0]?.messages)).toBe(JSON.stringify(sent));
        const tools = (request.tools as Json[] | undefined)?.map((tool) => ({
          type: 'function',
          function: tool,
        }));
        expect(JSON.stringify(received[0]?.tools)).toBe(JSON.stringify(tools));
      }),
      cases(150),
    );
  });
});

/** A server of the plain wire gets no reasoning, and always a content with calls. */
function asOnThePlainWire(message: Json): Json {
  const { role, reasoning_details: _, ...rest } = message as Record<string, Json>;
  return { role: role!, ...('tool_calls' in rest && { content: null }), ...rest };
}

describe('a name of a member', () => {
  it('is not mistaken for another that was read before', async () => {
    const bodyWith = (parameters: string) =>
      `{"model":"canned","maxOutputTokens":9,"messages":[{"role":"user","content":"x"}],` +
      `"tools":[{"name":"f","description":"","parameters":${parameters}}]}`;
    await create(bodyWith('{"unheard":0,"\\\\u":1}'));
    service.provider.received.length = 0;
    await create(bodyWith('{"unheard":0,"\\u540d\\u524d":1}'));
    expect(JSON.stringify(service.provider.received)).toContain('{"unheard":0,"名前":1}');
  });
});

describe('a repeated create', () => {
  it('is a replay in any order of members and with any white space', async () => {
    const space = fc.array(fc.constantFrom(' ', '\n', '\t', '\r'), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        body(...MODELS),
        fc.infiniteStream(fc.nat()),
        fc.infiniteStream(space.map((characters) => characters.join(''))),
        async (sent, order, spaces) => {
          const requestKey = randomUUID();
          const first = await create(JSON.stringify(sent), requestKey);
          const again = await create(written(sent, order, spaces), requestKey);
          expect(again).toEqual({ run: first.run, replayed: true });
        },
      ),
      cases(150),
    );
  });

  it('with one value changed is refused with idempotency_key_reuse', async () => {
    await fc.assert(
      fc.asyncProperty(body(...MODELS), text, async (sent, added) => {
        const requestKey = randomUUID();
        await create(JSON.stringify(sent), requestKey);
        const messages = [{ role: 'system', content: added }, ...sent.messages];
        const refused = create(JSON.stringify({ ...sent, messages }), requestKey);
        await expect(refused).rejects.toThrow('idempotency_key_reuse');
      }),
      cases(60),
    );
  });
});

/** The same JSON value in another spelling. */
function written(value: Json, order: Iterator<number>, spaces: Iterator<string>): string {
  const space = () => spaces.next().value as string;
  const write = (one: Json): string => {
    if (Array.isArray(one)) return `[${space()}${one.map(write).join(`,${space()}`)}${space()}]`;
    if (typeof one === 'string') return quoted(one, (order.next().value as number) % 2 === 0);
    if (typeof one !== 'object' || one === null) return JSON.stringify(one);
    const members = Object.entries(one).map(([name, member]) => ({
      position: order.next().value as number,
      text: `${quoted(name, false)}${space()}:${space()}${write(member)}`,
    }));
    members.sort((a, b) => a.position - b.position);
    return `{${space()}${members.map((member) => member.text).join(`${space()},`)}}`;
  };
  return space() + write(value) + space();
}

function quoted(value: string, isEscaped: boolean): string {
  const plain = JSON.stringify(value);
  if (!isEscaped) return plain;
  const units = plain.split('').map((unit) => {
    const code = unit.charCodeAt(0);
    return code > 0x7e ? `\\u${code.toString(16).padStart(4, '0')}` : unit.replace('/', '\\/');
  });
  return units.join('');
}
