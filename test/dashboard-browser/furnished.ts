/** A workspace in which every page has something to show: runs of all endings, keys, people, and little money. */
import { uuidToId } from '../../server/kernel/ids.ts';
import type { Company, Dashboard } from '../dashboard/scene.ts';
import { request, runOf } from '../support/service.ts';

export interface Furnished extends Company {
  runs: Record<'completed' | 'failed' | 'tools' | 'unknown' | 'unpriced', string>;
}

/** So that what is not known stays so while one looks at it. */
export const UNHURRIED = { RECONCILE_DEADLINE_MS: '600000', PRICE_DEADLINE_MS: '600000' };

const TOOL = {
  name: 'get_weather',
  description: 'The weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const WAY = { attribution: { sessionId: 'session-7', endUserId: 'user-1138' } };

const FORM = {
  ...{ temperature: 0.5, stop: ['END'], seed: 7, metadata: { team: 'billing', job: 'month-end' } },
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'answer', schema: TOOL.parameters },
  },
};

const PARTS = [
  { type: 'text', text: 'Hello' },
  {
    type: 'image_url',
    image_url: { url: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=' },
  },
  { type: 'image_url', image_url: { url: 'https://elsewhere.invalid/image.png' } },
  { type: 'file', file: { filename: 'a.csv', file_data: 'data:text/csv;base64,YSxiCg==' } },
  { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
];

export async function furnish(dashboard: Dashboard): Promise<Furnished> {
  const company = await dashboard.company();
  const { tenant, path, owner } = company;
  const create = async (model: string, more: object, isEnding: boolean) => {
    const answer = await tenant.create(request(model, { ...WAY, ...more }));
    const { id } = runOf(answer);
    if (isEnding) await tenant.end(id);
    return id;
  };
  const [completed, failed, tools, unknown, unpriced] = await Promise.all([
    create('sandbox/echo', { messages: [{ role: 'user', content: PARTS }] }, true),
    create('sandbox/refused', {}, true),
    create('sandbox/tool-caller', { tools: [TOOL], ...FORM }, true),
    create('sandbox/lost', {}, false),
    create('sandbox/no-usage', {}, false),
  ]);
  const say = async (below: string, body: object, method = 'POST', headers = {}) => {
    const { status, text } = await owner.send({ path: path + below, method, body, headers });
    if (status >= 300) throw new Error(text);
  };
  const key = { name: 'Reports', scopes: ['models:read'], creditAmount: 5_000_000 };
  const bounds = { dayLimitAmount: 3_000_000, models: ['sandbox/echo', 'openai/*'] };
  const wish = { ...key, ...bounds, walletFallback: true };
  await say('/keys', wish, 'POST', { 'Idempotency-Key': 'reports' });
  await say('', { lowBalanceAmount: 2_000_000_000 }, 'PATCH');
  await say('/invitations', { role: 'admin', email: 'grace@example.com' });
  await dashboard.person(tenant.workspace, 'member');
  const revoked = await tenant.newKey({ name: 'Old laptop' });
  await say(`/keys/${uuidToId('key', revoked.id)}/revocation`, {});
  for (const [id, state] of [
    [unknown, 'needs_reconciliation'],
    [unpriced, 'received'],
  ]) {
    for (;;) {
      const { run } = await owner.get<{ run: { state: string } }>(`${path}/runs/${id}`);
      if (run.state === state) break;
    }
  }
  return { ...company, runs: { completed, failed, tools, unknown, unpriced } };
}
