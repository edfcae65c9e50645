import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, type Principal, revokeKey } from '../../../server/keys/index.ts';
import { createCatalog } from '../../../server/model-runs/providers/catalog.ts';
import type { Model } from '../../../server/model-runs/providers/index.ts';
import { uuidToId } from '../../../server/platform/lib/ids.ts';
import { sandboxModels } from '../../../server/sandbox/index.ts';
import {
  balances,
  LIMITS,
  problemOf,
  request,
  rowsOf,
  startTestRuns,
  type TestRuns,
} from '../../support/model-runs.ts';

let t: TestRuns;
beforeAll(async () => {
  t = await startTestRuns();
});
afterAll(() => t.close());

const MUCH = 1_000_000_000;
const echo = request('sandbox/echo');

const userMessage = (content: string) => ({ role: 'user' as const, content });

/** Models with little room: one whose longest token is known, and one of which nothing is known. */
const small = { ...sandboxModels[0]!, id: 'test/small', contextLength: 103, maxCharsPerToken: 4 };
const { maxCharsPerToken: _known, ...unmeasured } = sandboxModels[0]!;
const tiny = { ...unmeasured, id: 'test/tiny', contextLength: 2 };

function catalogOf(...models: Model[]) {
  const sources = [{ name: 'the test', models: [...sandboxModels, ...models] }];
  return createCatalog({ db: t.db, sources, synced: [] });
}

function create(principal: Principal, idempotencyKey: string, body = echo, runs = t.runs) {
  return runs.create(principal, { idempotencyKey, body });
}

describe('a refused create', () => {
  it('saves nothing, does not use up the key, and says what could be afforded', async () => {
    const principal = await t.tenant(20_000);
    const problem = await problemOf(create(principal, 'poor'));
    expect(problem).toMatchObject({ code: 'insufficient_credit' });
    const { affordableMaxOutputTokens, ...members } = problem.options.members!;
    expect(members).toMatchObject({
      availableAmount: 20_000,
      account: 'wallet',
      currency: 'USD',
      scale: 9,
    });
    expect(await rowsOf(t.db, principal)).toEqual({ runs: 0, payloads: 0, queued: 0, holds: 0 });
    const affordable = Number(affordableMaxOutputTokens);
    const { run } = await create(principal, 'poor', { ...echo, maxOutputTokens: affordable });
    expect(run.reservedAmount).toBeLessThanOrEqual(20_000);
    const more = await t.runs.estimate(principal, { ...echo, maxOutputTokens: affordable + 1 });
    expect(more.reservedAmount).toBeGreaterThan(20_000);
  });

  it.each([
    ['an unknown model', { model: 'Sandbox Echo' }, 'unknown_model', '#/model'],
    [
      'too many output tokens',
      { maxOutputTokens: 4_097 },
      'max_output_tokens_exceeded',
      '#/maxOutputTokens',
    ],
    [
      'a hold above its own maximum',
      { maxReservedAmount: 1 },
      'hold_above_maximum',
      '#/maxReservedAmount',
    ],
    [
      'a prompt that is too long',
      { messages: [{ role: 'user' as const, content: 'x'.repeat(10_001) }] },
      'prompt_too_large',
      '#/messages',
    ],
  ])('names %s', async (_what, change, code, pointer) => {
    const principal = await t.tenant(MUCH);
    const problem = await problemOf(create(principal, 'bad', { ...echo, ...change }));
    expect([problem.code, problem.options.errors?.[0]?.pointer]).toEqual([code, pointer]);
    expect(await rowsOf(t.db, principal)).toEqual({ runs: 0, payloads: 0, queued: 0, holds: 0 });
  });

  it.each([
    ['too many output tokens', { maxOutputTokens: 4_097 }, { maxOutputTokens: 4_096 }],
    [
      'more characters than the deployment takes',
      { messages: [userMessage('😀'.repeat(10_001))] },
      { promptChars: 10_001, maxPromptChars: 10_000 },
    ],
    [
      'more tokens than the context of the model has',
      {
        model: 'test/small',
        messages: [userMessage('x'.repeat(400)), userMessage('y'.repeat(13))],
      },
      { promptChars: 413, minPromptTokens: 104, contextLength: 103 },
    ],
    [
      'more tokens than the context has, of the longest there are',
      { model: 'test/tiny', messages: [userMessage('x'.repeat(2 * 1_024 + 1))] },
      { promptChars: 2_049, minPromptTokens: 3, contextLength: 2 },
    ],
  ])(
    'that asks for %s is told the figures, and so is an estimate: 422',
    async (_, change, members) => {
      const principal = await t.tenant(MUCH);
      const runs = t.build({ catalog: await catalogOf(small, tiny) });
      const body = { ...echo, ...change };
      const ways = [
        () => create(principal, 'bad', body, runs),
        () => runs.estimate(principal, body),
      ];
      for (const ask of ways) {
        const problem = await problemOf(ask());
        expect([problem.status, problem.options.members]).toEqual([422, members]);
      }
      expect(await rowsOf(t.db, principal)).toEqual({ runs: 0, payloads: 0, queued: 0, holds: 0 });
    },
  );

  it.each([
    [
      'fills the context to its end',
      'test/small',
      [userMessage('x'.repeat(400)), userMessage('y'.repeat(12))],
    ],
    [
      'has white space that a template may trim',
      'test/small',
      [userMessage(`${' '.repeat(5_000)}x`)],
    ],
    ['has one token of blanks within words', 'test/tiny', [userMessage(`a${' '.repeat(1_000)}b`)]],
    [
      'has reasoning that a template may leave out',
      'test/small',
      [
        userMessage('Hello'),
        {
          role: 'assistant' as const,
          content: 'Hm',
          reasoning_details: [{ type: 'reasoning.text', text: 'x'.repeat(5_000) }],
        },
        userMessage('Go on'),
      ],
    ],
    ['is for a model that tells no context', 'test/vast', [userMessage('x'.repeat(9_000))]],
  ])('is not made of a prompt that %s', async (_, model, messages) => {
    const principal = await t.tenant(MUCH);
    const { contextLength: _length, ...vast } = { ...small, id: 'test/vast' };
    const runs = t.build({ catalog: await catalogOf(small, tiny, vast) });
    const { run } = await create(principal, 'fits', { ...echo, model, messages }, runs);
    expect(run.state).toBe('reserved');
  });

  it('beyond the cap of pending runs is accepted again when runs have ended', async () => {
    const principal = await t.tenant(MUCH);
    const runs = t.build({ limits: { ...LIMITS, maxPendingRuns: 3 } });
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, i) => create(principal, `k${i}`, echo, runs)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await problemOf(create(principal, 'k9', echo, runs))).code).toBe(
      'too_many_pending_runs',
    );
  });
});

describe('the payer', () => {
  async function keyWith(
    principal: Principal,
    credit: number,
    walletFallback: boolean,
  ): Promise<Principal> {
    const key = await createKey(t.db, {
      workspace: principal.workspace,
      name: 'own',
      scopes: ['models:run'],
      credit,
      walletFallback,
    });
    const apiKey = key.id;
    const [row] = await t.db.query<{ account: string }>(
      'select account from api_key where id = $1',
      [apiKey],
    );
    return {
      ...principal,
      apiKey,
      payer: { account: row!.account, kind: 'key_credit' },
      ...(walletFallback && { fallbackAccount: principal.payer.account }),
    };
  }

  it("is the key's own credit alone, where it has some", async () => {
    const wallet = await t.tenant(MUCH);
    const { reservedAmount } = await t.runs.estimate(wallet, echo);
    const own = await keyWith(wallet, reservedAmount, false);
    await create(own, 'first');
    const problem = await problemOf(create(own, 'second'));
    expect(problem.options.members).toMatchObject({ account: 'key_credit', availableAmount: 0 });
  });

  it('is the wallet, if the key has the fallback', async () => {
    const wallet = await t.tenant(MUCH);
    const { reservedAmount } = await t.runs.estimate(wallet, echo);
    const own = await keyWith(wallet, reservedAmount, true);
    await Promise.all([create(own, 'first'), create(own, 'second')]);
    const [first, second] = await balances(t.db, wallet.workspace);
    expect([first?.held, second?.held]).toEqual([reservedAmount, reservedAmount]);
    expect([first?.pending, second?.pending]).toEqual([1, 1]);
  });

  it('pays nothing for a key that was revoked meanwhile', async () => {
    const principal = await t.tenant(MUCH);
    await create(principal, 'before');
    const { failedRuns } = await revokeKey(
      t.db,
      uuidToId('key', principal.apiKey),
      t.runs.failUnsentRunsOfKeys,
    );
    expect(failedRuns).toBe(1);
    expect((await problemOf(create(principal, 'after'))).code).toBe('unauthorized');
    const [wallet] = await balances(t.db, principal.workspace);
    expect(wallet).toMatchObject({ available: MUCH, held: 0, pending: 0 });
  });
});
