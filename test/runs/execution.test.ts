import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../server/keys/index.ts';
import { toModelRun } from '../../server/model-runs/present.ts';
import type { AssistantMessage } from '../../server/model-runs/providers/index.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { recordLateOutcome } from '../../server/runs/look-up-store.ts';
import { advanceOf } from '../../server/runs/outcomes.ts';
import { type Advance, advance } from '../../server/runs/settlement-store.ts';
import { faultsInBooks } from '../support/books.ts';
import { MODEL_RUNS } from '../support/kinds.ts';
import {
  balances,
  type Run,
  request,
  startTestRuns,
  type TestRuns,
} from '../support/model-runs.ts';
import { openModelUpstream } from '../support/upstreams.ts';

const MUCH = 1_000_000_000;
/** An answer that comes only once everything before it is done, on a busy machine too. */
const SLOW_MS = 4_000;
let t: TestRuns;
let principal: Principal;

beforeAll(async () => {
  t = await startTestRuns({ ...MODEL_RUNS, openUpstream: () => openModelUpstream(SLOW_MS) });
  await t.startWorker();
  await t.listen();
  principal = await t.tenant(MUCH);
});
afterAll(() => t.close());

async function run(model: string, more = {}): Promise<Run> {
  const created = await t.runs.create(principal, {
    idempotencyKey: randomUUID(),
    body: request(model, more),
  });
  return t.end(principal, created.run);
}

/** As a caller gets it. */
function shown(ended: Run): unknown {
  return JSON.parse(JSON.stringify(toModelRun(ended)));
}

async function entriesOf(id: string) {
  const rows = await t.db.query<{ kind: string; amount: number }>(
    'select kind, amount from ledger_entry where workspace = $1 and run = $2 order by id',
    [principal.workspace, idToUuid('run', id)],
  );
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
}

async function auditKindsOf(id: string): Promise<string[]> {
  const rows = await t.db.query<{ kind: string }>('select kind from audit_event where run = $1', [
    idToUuid('run', id),
  ]);
  return rows.map(({ kind }) => kind);
}

describe('a run of the sandbox', () => {
  it('echo is answered, charged once and sent once', async () => {
    const ended = await run('sandbox/echo');
    expect(ended).toMatchObject({
      state: 'completed',
      answer: { text: expect.stringContaining('Hello'), message: { role: 'assistant' } },
      facts: {
        finishReason: 'stop',
        usage: { promptTokens: expect.any(Number), completionTokens: expect.any(Number) },
      },
    });
    const { providerAmount, feeAmount, chargedAmount, reservedAmount } = ended as Required<Run>;
    expect(chargedAmount).toBe(providerAmount + feeAmount);
    expect(await entriesOf(ended.id)).toEqual({
      hold: reservedAmount,
      capture_provider: providerAmount,
      capture_fee: feeAmount,
      release: reservedAmount - chargedAmount,
    });
    expect(t.sandbox.posts(ended.id)).toBe(1);
  });

  it('refused fails as provider_refused and costs nothing', async () => {
    const ended = await run('sandbox/refused');
    expect(ended).toMatchObject({
      state: 'failed',
      error: { code: 'provider_refused', retryable: false },
    });
    expect(await entriesOf(ended.id)).toEqual({
      hold: ended.reservedAmount,
      release: ended.reservedAmount,
    });
  });

  it('busy waits in the queue and is answered at the second try', async () => {
    const ended = await run('sandbox/busy');
    expect(ended.state).toBe('completed');
    expect(t.sandbox.posts(ended.id)).toBe(2);
  });

  it('slow is answered in its own time', async () => {
    expect((await run('sandbox/slow')).state).toBe('completed');
  });

  it('no-usage is completed, uncharged, with the amounts left out and the loss audited', async () => {
    const ended = await run('sandbox/no-usage');
    expect(ended).toMatchObject({ state: 'completed', answer: { text: expect.any(String) } });
    expect(ended.facts?.usage).toBeUndefined();
    for (const member of ['providerAmount', 'listAmount', 'feeAmount', 'chargedAmount']) {
      expect(shown(ended)).not.toHaveProperty(member);
    }
    expect(await entriesOf(ended.id)).toEqual({
      hold: ended.reservedAmount,
      release: ended.reservedAmount,
    });
    expect(await auditKindsOf(ended.id)).toEqual(['completed_uncharged']);
  });

  it('unpriced is received, looked up, and charged at the cost of the record', async () => {
    const ended = await run('sandbox/unpriced');
    expect(ended).toMatchObject({ state: 'completed', providerAmount: expect.any(Number) });
    expect(shown(ended)).not.toHaveProperty('listAmount');
  });

  it('breaks is a lost answer: nothing charged, the loss in the ledger', async () => {
    const ended = await run('sandbox/breaks');
    expect(ended).toMatchObject({
      state: 'failed',
      error: { code: 'answer_lost', retryable: true },
    });
    expect(await entriesOf(ended.id)).toEqual({
      hold: ended.reservedAmount,
      release: ended.reservedAmount,
      loss: expect.any(Number),
    });
    expect(t.sandbox.posts(ended.id)).toBe(1);
  });

  it('cancelled fails as never executed', async () => {
    const ended = await run('sandbox/cancelled');
    expect(ended).toMatchObject({
      state: 'failed',
      error: { code: 'provider_unavailable', retryable: true },
    });
    expect(t.sandbox.posts(ended.id)).toBe(1);
  });

  it('lost is looked for until its deadline, then given up and audited', async () => {
    const ended = await run('sandbox/lost');
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'outcome_unknown' } });
    expect(await auditKindsOf(ended.id)).toEqual(['outcome_given_up']);
    expect(t.sandbox.posts(ended.id)).toBe(1);
  });

  it('shows its evidence while it needs reconciliation', async () => {
    const { run: created } = await t.runs.create(principal, {
      idempotencyKey: randomUUID(),
      body: request('sandbox/lost'),
    });
    const never = new AbortController().signal;
    const unknown = await t.runs.wait(
      principal.workspace,
      created,
      ({ state }) => state === 'needs_reconciliation',
      120_000,
      [never],
    );
    expect(unknown.reconciliation).toMatchObject({
      reason: expect.any(String),
      attempts: expect.any(Number),
      deadline: expect.any(Date),
      onDeadline: 'fail_uncharged',
    });
    await t.end(principal, created);
  });

  it('tool-caller calls a tool and answers once the result has come', async () => {
    const tools = [
      {
        name: 'weather',
        description: 'Tells the weather',
        parameters: {
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
        },
      },
    ];
    const first = await run('sandbox/tool-caller', { tools });
    expect(first.facts?.finishReason).toBe('tool_calls');
    const { message } = first.answer as unknown as { message: AssistantMessage };
    const call = message.tool_calls![0]!;
    expect(call.function.name).toBe('weather');
    expect(JSON.parse(call.function.arguments)).toHaveProperty('city');
    const second = await run('sandbox/tool-caller', {
      tools,
      messages: [
        { role: 'user', content: 'Hello' },
        message,
        { role: 'tool', tool_call_id: call.id, content: 'Sunny' },
      ],
    });
    expect(second).toMatchObject({
      state: 'completed',
      facts: { finishReason: 'stop' },
      answer: { text: expect.any(String) },
    });
  });

  it('leaves nothing held and clean books', async () => {
    const [wallet] = await balances(t.db, principal.workspace);
    expect(wallet).toMatchObject({ held: 0, pending: 0 });
    expect(wallet!.available + wallet!.spent).toBe(MUCH);
    expect(await faultsInBooks(t.db)).toEqual([]);
  });
});

describe('a conditional advance', () => {
  const applied = async (advances: Advance[]) =>
    (await advance(t.db, advances)).map((result) => result !== undefined);

  const settle = (id: string, attempt: number) => ({
    ...advanceOf(
      'answered',
      { workspace: principal.workspace, id },
      { charged_amount: 1, fee_amount: 0, provider_amount: 1 },
    ),
    attempt,
  });

  it('changes nothing about a run that has ended', async () => {
    const ended = await run('sandbox/echo');
    const entries = await entriesOf(ended.id);
    expect(await applied([settle(idToUuid('run', ended.id)!, 1)])).toEqual([false]);
    expect(await entriesOf(ended.id)).toEqual(entries);
    expect(await t.runs.get(principal.workspace, ended.id)).toEqual(ended);
  });

  /** A run under way, and the advance by which a sweep would take it for lost. */
  async function loseSightOfSlow() {
    const { run: created } = await t.runs.create(principal, {
      idempotencyKey: randomUUID(),
      body: request('sandbox/slow'),
    });
    // The provider has it: else a look-up would find that it was never executed.
    const reference = async () =>
      (await t.runs.get(principal.workspace, created.id))?.providerReference;
    await expect.poll(reference, { interval: 20 }).toBeDefined();
    const unknown = advanceOf(
      'lost_sight',
      { workspace: principal.workspace, id: idToUuid('run', created.id)! },
      {
        attempt: 1,
        unknown_reason: 'test',
        next_step: 'reconcile',
        due_in_ms: 150_000,
        settle_deadline_ms: 150_000,
      },
    );
    return { created, unknown };
  }

  it('refuses a late worker by its attempt, and accepts a late result of the current one', async () => {
    const { created, unknown } = await loseSightOfSlow();
    const id = unknown.id;
    expect(await applied([unknown])).toEqual([true]);
    expect(await applied([settle(id, 0), settle(id, 2)].slice(0, 1))).toEqual([false]);
    expect(await applied([settle(id, 2)])).toEqual([false]);
    const ended = await t.end(principal, created);
    expect(ended).toMatchObject({ state: 'completed', answer: { text: expect.any(String) } });
  });

  it('charges nothing for an answer that comes after the deadline: its cost is a loss, once', async () => {
    const { created, unknown } = await loseSightOfSlow();
    const givenUp = advanceOf('reconciled_failed', unknown, {
      error: { code: 'outcome_unknown', message: 'test', retryable: true },
    });
    expect(await applied([unknown])).toEqual([true]);
    expect(await applied([givenUp])).toEqual([true]);
    await expect
      .poll(() => entriesOf(created.id))
      .toEqual({
        hold: created.reservedAmount,
        release: created.reservedAmount,
        loss: expect.any(Number),
      });
    expect(await auditKindsOf(created.id)).toContain('late_outcome');
    const late = {
      ...{ workspace: unknown.workspace, id: unknown.id },
      ...{ ran: true, amount: 1, reference: 'another' },
    };
    expect(await recordLateOutcome(t.db, late)).toBe(false);
    expect(await t.runs.get(principal.workspace, created.id)).toMatchObject({
      state: 'failed',
      error: { code: 'outcome_unknown' },
    });
    expect(await faultsInBooks(t.db)).toEqual([]);
  });

  it('notes a late answer of unknown cost once, and what may not have run not at all', async () => {
    const { created, unknown } = await loseSightOfSlow();
    const givenUp = advanceOf('reconciled_failed', unknown, {
      error: { code: 'outcome_unknown', message: 'test', retryable: true },
    });
    expect(await applied([unknown])).toEqual([true]);
    expect(await applied([givenUp])).toEqual([true]);
    const late = { workspace: unknown.workspace, id: unknown.id, amount: undefined };
    const outcomes = [false, true, true].map((ran) => ({ ...late, ran, reference: undefined }));
    expect(await recordLateOutcome(t.db, outcomes[0]!)).toBe(false);
    expect(await recordLateOutcome(t.db, outcomes[1]!)).toBe(true);
    expect(await recordLateOutcome(t.db, outcomes[2]!)).toBe(false);
    expect(await auditKindsOf(created.id)).toEqual(['late_outcome']);
    expect(await entriesOf(created.id)).not.toHaveProperty('loss');
  });
});
