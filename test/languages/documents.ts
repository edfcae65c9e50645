/**
 * What programs read: the contract as a deployment serves it, and answers of a later service, with values that open
 * sets do not have yet, unknown members, and the largest amount.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MOST = Number.MAX_SAFE_INTEGER;

/** What every program prints: a state, an amount, a code and an amount. */
export const EXPECTED = `paused_for_review ${MOST} sold_out ${MOST}`;

const RUN = {
  id: 'run_01k0a2v4xfe8t9m3c5h7j1q6wz',
  model: 'sandbox/echo',
  createdAt: '2025-07-01T09:30:00.000Z',
  updatedAt: '2025-07-01T09:30:00.000Z',
  state: 'paused_for_review',
  currency: 'USD',
  scale: 9,
  reservedAmount: MOST,
  idempotencyKey: 'invoice-42',
  keyId: 'key_01jzw8y2m4e6rb5s7t9v1x3c0d',
  finishReason: 'reviewed',
  usage: { promptTokens: MOST, soundTokens: 7 },
  error: { code: 'review_refused', message: 'No.', retryable: false, reviewer: {} },
  text: 'Some text.',
  message: {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
    reasoning_details: [{ type: 'reasoning.text', text: 'Why.', depth: { of: [1] } }],
  },
  review: { by: ['somebody'], score: 0.5 },
};

const PROBLEM = {
  type: 'http://localhost:8080/problems/sold_out',
  title: 'There is no more of it',
  status: 402,
  detail: 'It is sold out.',
  code: 'sold_out',
  requestId: 'req_01k0a2v4xfe8t9m3c5h7j1q6wz',
  requiredAmount: MOST,
  errors: [{ pointer: '#/model', detail: 'It is sold out.', code: 'sold_out', since: 'today' }],
  restock: { on: '2025-08-01' },
};

/** The paths of the files. */
export async function writeDocuments(folder: string, url: string) {
  const contract = await (await fetch(`${url}/openapi.json`)).text();
  const documents = { contract, run: JSON.stringify(RUN), problem: JSON.stringify(PROBLEM) };
  await mkdir(folder, { recursive: true });
  const file = async (name: keyof typeof documents) => {
    const path = join(folder, `${name}.json`);
    await writeFile(path, documents[name]);
    return path;
  };
  return {
    contract: await file('contract'),
    run: await file('run'),
    problem: await file('problem'),
  };
}
