/** Webhooks with a real receiver: what it gets, and what happens when it dies, hangs, lies or is gone. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import {
  createWebhooks,
  ENDPOINT_PREFIX,
  MESSAGE_PREFIX,
  type Webhooks,
} from '../../server/webhooks/index.ts';
import {
  COMPUTE_JOBS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
  TOOL_RUNS,
} from '../support/service.ts';
import { type Receiver, startReceiver, verify } from './receiver.ts';

let service: TestService;
let tenant: Tenant;
let receiver: Receiver;
let webhooks: Webhooks;

beforeEach(async () => {
  service = await startService();
  tenant = await service.tenant();
  receiver = await startReceiver();
  webhooks = createWebhooks({ db: service.database.db, allowsPrivate: true });
});
afterEach(async () => {
  await service.close();
  await receiver.close();
});

const ALL = ['run.completed', 'run.failed', 'run.needs_reconciliation', 'credit.low'] as const;

const endpoint = (eventTypes: readonly (typeof ALL)[number][] = ALL) =>
  webhooks.create(tenant, { url: receiver.url, eventTypes });

const idOf = (made: { id: string }) => uuidToId(ENDPOINT_PREFIX, made.id);

async function ended(model: string) {
  return tenant.end(runOf(await tenant.create(request(model))).id);
}

/** Makes every failed attempt due now, however long its pause is. */
async function passTime(): Promise<void> {
  await service.database.db.query(
    'update webhook_delivery set due_at = now() where due_at > now() and last_error is not null',
  );
}

const typesOf = () => receiver.received.map(({ event }) => event.type);
const until = (count: number) =>
  expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(count);

describe('an endpoint', () => {
  it('gets the end of a run in a signed, thin message with the id of the run', async () => {
    const { secret } = await endpoint();
    const run = await ended('sandbox/echo');
    await until(1);
    const [message] = receiver.received;
    verify(secret, message!);
    expect(message!.headers['webhook-id']).toMatch(/^msg_/);
    expect(message!.event).toEqual({
      type: 'run.completed',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        ...{ id: run.id, kind: 'model_run', version: expect.any(Number), state: 'completed' },
        ...{ subject: 'sandbox/echo', currency: 'USD', scale: 9 },
        ...{ reservedAmount: run.reservedAmount, chargedAmount: run.chargedAmount },
      },
    });
    expect(message!.body).not.toContain('Hello');
  });

  it('gets the unknown outcome before the end', async () => {
    await endpoint();
    const run = await ended('sandbox/breaks');
    await until(2);
    expect(typesOf()).toEqual(['run.needs_reconciliation', 'run.failed']);
    expect(receiver.received[1]!.event.data).toMatchObject({
      id: run.id,
      errorCode: 'answer_lost',
    });
  });

  it('gets the code of a tool run that failed', async () => {
    await endpoint(['run.failed']);
    await tenant.create({ tool: 'sandbox/fails', input: {} }, { path: TOOL_RUNS });
    await until(1);
    expect(receiver.received[0]!.event.data).toMatchObject({
      ...{ kind: 'tool_run', subject: 'sandbox/fails', errorCode: 'tool_error' },
    });
  });

  it('gets the end of a compute job that ran, whatever its exit code', async () => {
    await endpoint(['run.completed']);
    const body = { environment: 'javascript', timeoutSeconds: 30, source: 'job.exit(3)' };
    await tenant.create(body, { path: COMPUTE_JOBS });
    await until(1);
    expect(receiver.received[0]!.event.data).toMatchObject({
      ...{ id: expect.stringMatching(/^job_/), kind: 'compute_job', subject: 'javascript' },
      ...{ state: 'completed', chargedAmount: expect.any(Number) },
    });
  });

  it('gets only the events that it asked for, and only of its own workspace', async () => {
    await endpoint(['run.failed']);
    await ended('sandbox/echo');
    const outsider = await service.tenant();
    await outsider.end(runOf(await outsider.create(request('sandbox/refused'))).id);
    const refused = await ended('sandbox/refused');
    await until(1);
    expect(receiver.received.map(({ event }) => event.data.id)).toEqual([refused.id]);
  });

  it('gets a low balance once, and again after it was higher', async () => {
    const { db } = service.database;
    await endpoint(['credit.low']);
    const set = (amount: number) =>
      db.query('update workspace set low_balance_amount = $2 where id = $1', [
        tenant.workspace,
        amount,
      ]);
    const { available } = await tenant.wallet();
    await set(available + 1);
    const low = (count: number) =>
      db.query('select tell_of_low_balances()').then(() => until(count));
    await low(1);
    await low(1);
    expect(receiver.received[0]!.event).toMatchObject({
      type: 'credit.low',
      data: {
        ...{ currency: 'USD', scale: 9 },
        ...{ availableAmount: available, lowBalanceAmount: available + 1 },
      },
    });
    await tenant.topUp(10);
    await db.query('select tell_of_low_balances()');
    await set(available + 100);
    await low(2);
    expect(receiver.received).toHaveLength(2);
  });

  it('gets what failed again, under the same name, until it takes it', async () => {
    await endpoint(['run.completed']);
    let answers = 0;
    receiver.answer((response) => {
      answers += 1;
      response.writeHead(answers < 4 ? 500 : 200).end('{}');
    });
    await ended('sandbox/echo');
    for (let attempt = 1; attempt < 4; attempt++) {
      await until(attempt);
      await expect.poll(lastErrors).toEqual(['The endpoint answered with 500.']);
      await passTime();
    }
    await until(4);
    await expect.poll(lastErrors).toEqual([null]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });

  it.each([
    ['drops the connection', (response: { destroy(): void }) => response.destroy()],
    [
      'redirects',
      (response: { writeHead(status: number, headers: object): { end(): void } }) =>
        response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
    ],
  ])('that %s has not taken the message, and gets it again', async (_, how) => {
    await endpoint(['run.completed']);
    receiver.answer(how as never);
    await ended('sandbox/echo');
    await until(1);
    await expect.poll(async () => (await lastErrors())[0]).toBeTypeOf('string');
    receiver.answer((response) => void response.writeHead(204).end());
    await passTime();
    await until(2);
    await expect.poll(lastErrors).toEqual([null]);
  });

  it('never gets a later state of a run before an earlier one was taken', async () => {
    await endpoint();
    receiver.answer((response, { event }) =>
      response.writeHead(event.type === 'run.needs_reconciliation' ? 500 : 204).end(),
    );
    await ended('sandbox/breaks');
    await until(1);
    await ended('sandbox/echo');
    await expect.poll(typesOf).toContain('run.completed');
    // Nothing more of the other run has arrived, although it has ended.
    expect(typesOf()).not.toContain('run.failed');
    receiver.answer((response) => void response.writeHead(204).end());
    const later = () => passTime().then(typesOf);
    await expect.poll(later).toContain('run.failed');
    expect(typesOf().slice(-2)).toEqual(['run.needs_reconciliation', 'run.failed']);
  });

  it('that says 410 is disabled, and gets nothing more', async () => {
    const { endpoint: made } = await endpoint(['run.completed']);
    receiver.answer((response) => void response.writeHead(410).end());
    await ended('sandbox/echo');
    await until(1);
    const disabled = async () => (await webhooks.get(tenant.workspace, idOf(made))).disabledReason;
    await expect.poll(disabled).toBe('gone');
    await ended('sandbox/echo');
    await passTime();
    expect(await pending()).toBe(0);
    expect(receiver.received).toHaveLength(1);
  });

  it('that fails for days is disabled, and gets what follows once somebody turns it on', async () => {
    const { endpoint: made } = await endpoint(['run.completed']);
    receiver.answer((response) => void response.writeHead(500).end());
    await ended('sandbox/echo');
    await until(1);
    await expect.poll(async () => (await lastErrors())[0]).toBeTypeOf('string');
    await service.database.db.query(
      "update webhook_endpoint set failing_since = now() - interval '6 days'",
    );
    await passTime();
    const state = async () => (await webhooks.get(tenant.workspace, idOf(made))).disabledReason;
    await expect.poll(state).toBe('failing');
    receiver.answer((response) => void response.writeHead(204).end());
    await webhooks.change(tenant, idOf(made), { isDisabled: false });
    const { id } = await ended('sandbox/echo');
    await expect.poll(() => receiver.received.at(-1)!.event.data.id).toBe(id);
  });

  it('gets a message again that somebody sends once more', async () => {
    const { endpoint: made } = await endpoint(['run.completed']);
    await ended('sandbox/echo');
    await until(1);
    await expect.poll(lastErrors).toEqual([null]);
    const { rows } = await webhooks.deliveries(tenant.workspace, idOf(made), { limit: 10 });
    const message = uuidToId(MESSAGE_PREFIX, rows[0]!.message);
    const outsider = await service.tenant();
    await expect(webhooks.resend(outsider, message)).rejects.toMatchObject({ code: 'not_found' });
    expect(await webhooks.resend(tenant, message)).toMatchObject({ attempts: 1 });
    await until(2);
    expect(receiver.received[1]!.headers['webhook-id']).toBe(
      receiver.received[0]!.headers['webhook-id'],
    );
  });

  it('is signed for with both secrets while they change', async () => {
    const { endpoint: made, secret: first } = await endpoint(['run.completed']);
    const rotated = await webhooks.rotate(tenant, idOf(made), 3_600_000);
    await ended('sandbox/echo');
    await until(1);
    verify(first, receiver.received[0]!);
    verify(rotated.secret, receiver.received[0]!);
    await webhooks.rotate(tenant, idOf(made), 0);
    await ended('sandbox/echo');
    await until(2);
    expect(() => verify(rotated.secret, receiver.received[1]!)).toThrow();
  });

  it('that is removed gets nothing more, and costs settlements nothing', async () => {
    const { endpoint: made } = await endpoint();
    await webhooks.remove(tenant, idOf(made));
    await ended('sandbox/echo');
    const { db } = service.database;
    expect(await db.query('select from webhook_delivery')).toEqual([]);
    expect(await db.query('select from account where has_webhooks')).toEqual([]);
  });
});

describe('a service that dies', () => {
  it('between the state and the message has the message written already: another one sends it', async () => {
    await endpoint(['run.completed']);
    receiver.answer((response) => void response.writeHead(503).end());
    const { id } = await ended('sandbox/echo');
    await until(1);
    await service.stop();
    receiver.answer((response) => void response.writeHead(204).end());
    const other = await startService({ parts: ['worker'], database: service.database });
    await passTime();
    await until(2);
    expect(receiver.received[1]!.event.data.id).toBe(id);
    await other.close();
  });
});

async function lastErrors(): Promise<(string | null)[]> {
  const rows = await service.database.db.query<{ last_error: string | null; at: Date | null }>(
    'select last_error from webhook_delivery where last_status is not null or last_error is not null order by id',
  );
  return rows.map(({ last_error }) => last_error);
}

async function pending(): Promise<number> {
  const rows = await service.database.db.query(
    'select from webhook_delivery where due_at is not null',
  );
  return rows.length;
}
