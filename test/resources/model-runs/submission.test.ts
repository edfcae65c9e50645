import { expect, test } from 'vitest';
import { createQuoter } from '../../../server/model-runs/quote.ts';
import { toCreateRequest } from '../../../server/model-runs/request.ts';
import { submissionOf } from '../../../server/model-runs/submission.ts';
import { readJson, writeJson } from '../../../server/platform/lib/json.ts';
import { GIVEN } from '../../../server/runs/index.ts';
import { sandboxModels } from '../../../server/sandbox/index.ts';

const BODY = `{
  "model": "sandbox/tool-caller", "maxOutputTokens": 100, "maxReservedAmount": null, "parallel_tool_calls": false,
  "attribution": {"sessionId": "s", "endUserId": "e", "promptId": null},
  "messages": [
    {"role": "system", "content": "Answer \\u00fcber \\"all\\"."},
    {"role": "user", "content": "1", "name": null},
    {"role": "assistant", "content": null, "tool_calls": [
      {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{\\"n\\": 1.0}"}}]},
    {"role": "tool", "tool_call_id": "c1", "content": "12345678901234567890"}
  ],
  "tools": [{"name": "f", "description": "d", "parameters": {
    "type": "object", "10": null, "9": {"maximum": 12345678901234567890123, "minimum": 1.0, "default": null}}}],
  "tool_choice": {"name": "f"}
}`;

function claimed(text: string) {
  const { plain, exact } = readJson(text);
  const body = toCreateRequest(plain, exact);
  const model = sandboxModels.find(({ id }) => id === body.model)!;
  const { quote } = createQuoter({
    catalog: { get: () => ({ ...model, provider: 'sandbox' }) } as never,
    unit: { currency: 'USD', scale: 9 },
    limits: { maxPromptChars: 10_000, maxOutputTokens: 1_000, feeBasisPoints: 500 },
  });
  const { text: request, terms } = quote(body, {});
  const run = {
    ...{ workspace: 'w', id: '01a20508-8d06-7445-8000-000000000000', attempt: 1, terms },
    ...{ fee_basis_points: 500, scale: 9, reserved_amount: 1 },
    ...{ traceparent: null, session_id: 's', end_user_id: 'e', request },
    ...{ subject: 'm', service_span: null, waited: undefined },
  };
  return { run, body };
}

test('a request is sent alike from memory and as it was saved, numbers and names included', () => {
  const { run, body } = claimed(BODY);
  const saved = submissionOf(run, Buffer.from('key'));
  const inMemory = submissionOf({ ...run, body }, Buffer.from('key'));
  expect(writeJson(inMemory)).toBe(writeJson(saved));
  expect(writeJson(inMemory)).toContain('12345678901234567890123');
});

test('what the request gives only for the run is neither stored with the request nor held for', () => {
  const body = JSON.parse(BODY) as object;
  const given = Object.fromEntries(
    GIVEN.map(({ member, type }) => [member, type === 'json' ? { team: 'a' } : 'a']),
  );
  const { request } = claimed(JSON.stringify({ ...body, ...given })).run;
  expect(GIVEN.length).toBeGreaterThan(0);
  expect(request).toBe(claimed(JSON.stringify(body)).run.request);
});

const HOUR = { type: 'ephemeral', ttl: '1h' };
const FIVE_MINUTES = { type: 'ephemeral', ttl: '5m' };

test.each<[object, unknown[]]>([
  [{ cacheWrite: '0.000002', cacheWrite1h: '0.000003' }, [HOUR, FIVE_MINUTES]],
  [{ cacheWrite: '0.000002' }, [{ type: 'ephemeral' }, FIVE_MINUTES]],
  [{ cacheWrite1h: '0.000003' }, [HOUR, undefined]],
  [{}, [undefined, undefined]],
])('with the prices %j, only marks of the cache that have one are sent', (prices, sent) => {
  const marks = [HOUR, FIVE_MINUTES].map((cache_control) => ({
    ...{ type: 'text', text: 'Long', cache_control },
  }));
  const { run } = claimed(
    JSON.stringify({
      ...{ model: 'sandbox/tool-caller', maxOutputTokens: 100 },
      messages: [
        { role: 'system', content: marks },
        { role: 'user', content: [...marks, { type: 'text', text: 'Go' }] },
      ],
      tools: [{ name: 'f', description: 'd', parameters: {}, cache_control: HOUR }],
    }),
  );
  const terms = { ...run.terms, pricing: { prompt: '0.000001', completion: '0', ...prices } };
  const { messages, tools } = submissionOf({ ...run, terms }, Buffer.from('key'));
  const marksOf = (parts: unknown) =>
    (parts as { cache_control?: unknown }[]).map(({ cache_control: cache }) => cache);
  expect(messages.map(({ content }) => marksOf(content))).toEqual([sent, [...sent, undefined]]);
  expect(marksOf(tools)).toEqual([sent[0]]);
});
