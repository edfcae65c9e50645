/** A conversation of an agent: its own spans, the runs that it bought below them, and their scores. */

import { bodyOf, type Customer, callTool, endOfCall } from '../dashboard/fixtures.ts';
import { OTLP_TRACES, otlpOf } from '../support/observability.ts';
import { request, runOf, unique } from '../support/service.ts';

export const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
export const LONG_TRACE = '5af92f3577b34da6a3ce929d0e0e4736';
export const SESSION = 'support/chat-7731, with <i>markup</i>';
export const PROMPT_OF_SCORES = 'invoice-summary';

const SPANS = {
  agent: '00f067aa0ba902b7',
  retrieval: '00f067aa0ba902b8',
  plan: '00f067aa0ba902b9',
  judge: '00f067aa0ba902ba',
};
const ADD = {
  name: 'add',
  description: 'Adds two numbers',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
};

export async function addTraces(customer: Customer): Promise<void> {
  const { tenant } = customer;
  const attribution = { sessionId: SESSION, endUserId: 'customer-118' };
  const startedAt = new Date(Date.now() - 900);
  const below = (span: keyof typeof SPANS) => ({
    headers: { traceparent: `00-${TRACE}-${SPANS[span]}-01` },
  });
  const buy = async (model: string, more: Record<string, unknown>, of: object = {}) => {
    const { id } = runOf(await tenant.create(request(model, { attribution, ...more }), of));
    return runOf(await tenant.end(id).then(() => tenant.get(`/v1/developer/model-runs/${id}`)));
  };
  const question = { role: 'user', content: 'What do invoices 42 and 43 add up to?' };
  const body = { messages: [question], tools: [ADD] };
  const wanting = await buy('sandbox/tool-caller', body, below('plan'));
  const parent = { runId: wanting.id, toolCallId: wanting.message!.tool_calls![0]!.id };
  const input = { a: 120.5, b: 79.5 };
  await endOfCall(tenant, await callTool(tenant, 'add', { input, parent, attribution }));
  const answer = { role: 'assistant', content: 'They add up to 200.' };
  const more = { role: 'user', content: 'And what is still due? '.repeat(8) };
  const promptly = { ...attribution, promptId: PROMPT_OF_SCORES, promptVersion: '7' };
  const messages = [question, answer, more];
  const judged = await buy('sandbox/echo', { messages, attribution: promptly }, below('agent'));
  await buy('sandbox/refused', { messages: [question] }, below('agent'));
  const attributes = { 'gen_ai.conversation.id': SESSION, 'user.id': 'customer-118' };
  const span = (id: keyof typeof SPANS, name: string, durationMs: number, others: object = {}) => ({
    ...{ traceId: TRACE, spanId: SPANS[id], name, durationMs, startedAt, attributes },
    ...(id !== 'agent' && { parentSpanId: SPANS.agent }),
    ...others,
  });
  const status = { code: 2, message: 'The judge gave no verdict within 200 ms' };
  const failed = {
    ...{ kind: 'internal', status, startedAt: new Date(startedAt.getTime() + 700) },
    attributes: { 'gen_ai.request.model': 'local-judge', 'gen_ai.usage.input_tokens': 40 },
  };
  await send(customer, [
    span('agent', 'answer a question', 1_400),
    span('retrieval', 'look up invoices in the archive', 260),
    span('plan', 'plan', 500, { startedAt: new Date(startedAt.getTime() + 270) }),
    span('judge', 'check the answer', 200, { ...failed, kind: 1 }),
  ]);
  await sendLong(customer, startedAt);
  await judge(customer, judged.id);
}

async function judge({ owner, tenant, path }: Customer, runId: string): Promise<void> {
  const text = 'Summarize invoice {{number}}.';
  const headers = () => ({ 'Idempotency-Key': unique('click') });
  const prompt = { name: PROMPT_OF_SCORES, text };
  bodyOf(await owner.send({ path: `${path}/prompts`, headers: headers(), body: prompt }));
  const values = { helpfulness: 0.8, verdict: 'correct', solved: true };
  for (const [name, value] of Object.entries(values)) {
    const comment = 'The total is right, the due date is missing. <b>Look</b>';
    const body = { name, value, runId, ...(name === 'helpfulness' && { comment }) };
    bodyOf(await owner.send({ path: `${path}/scores`, headers: headers(), body }));
  }
  for (const value of [0.55, 0.91]) {
    const body = { name: 'helpfulness', value, source: 'automatic', runId };
    await tenant.create(body, { path: '/v1/developer/observability/scores' });
  }
}

/** More steps than are drawn at once. */
async function sendLong(customer: Customer, startedAt: Date): Promise<void> {
  const idOf = (index: number) => (index + 1).toString(16).padStart(16, '0');
  const spans = Array.from({ length: 600 }, (_, index) => ({
    ...{ traceId: LONG_TRACE, spanId: idOf(index), name: `step ${index}`, durationMs: 3 },
    startedAt: new Date(startedAt.getTime() + 2 * index),
    ...(index > 0 && { parentSpanId: idOf(Math.floor((index - 1) / 4)) }),
  }));
  for (let at = 0; at < spans.length; at += 300) await send(customer, spans.slice(at, at + 300));
}

async function send({ tenant }: Customer, spans: Parameters<typeof otlpOf>[0]): Promise<void> {
  const answer = await tenant.send({ path: OTLP_TRACES, body: otlpOf(spans, 'support-agent') });
  if (answer.text !== '{}') throw new Error(answer.text);
}
