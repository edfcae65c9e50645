/**
 * Plays thousands of arbitrary histories of a workspace's money, others in each run, on the real functions and on a
 * model of one page: every answer, and every final account and run, agrees with the model, to the unit.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBooks } from '../../server/money/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { createRunSpans } from '../../server/runs/spans.ts';
import { played, seed } from '../fuzz/seed.ts';
import { faultsInBooks } from '../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { CLAIM_EVERY, ENDED_WHILE_HELD, HISTORY_LENGTH, history } from './commands.ts';
import { createHarness, type Harness, type Tenant } from './harness.ts';
import {
  type Command,
  claim,
  collect,
  create,
  credit,
  emptyModel,
  end,
  expire,
  give,
  late,
  type Model,
  type ModelGrant,
  pay,
  type Racer,
  report,
  takeTurn,
} from './model.ts';

const HISTORIES = played(10_000);
const AT_ONCE = 500;
const CREDIT_OF_KEY = 100;

interface Play {
  tenant: Tenant;
  model: Model;
  commands: Command[];
}

test(`${HISTORIES} histories end as the model says, to the unit`, async () => {
  await onDatabase(async ({ db }) => {
    const harness = createHarness(db);
    const plays = await playAll(harness, HISTORIES, (all) => compareBooks(db, all));
    await compareGrants(harness, plays);
    const { accounts, entries, closed, runs, spending, used, payments } = await harness.look();
    for (const { tenant, model, commands } of plays) {
      const label = JSON.stringify(commands);
      for (const name of ['wallet', 'credit'] as const) {
        const { pending, ...money } = model[name];
        expect(accounts.get(tenant[name]), label).toEqual({ ...money, pending });
        expect(entries.get(tenant[name]) ?? NOTHING, label).toEqual(money);
        expect(closed.get(tenant[name]) ?? NOTHING, label).toEqual(money);
      }
      const counted = spending.get(tenant.creditKey) ?? { spent: 0, held: 0 };
      expect(counted, label).toEqual(model.counted);
      expect(used.get(tenant.customer) ?? { spent: 0, held: 0 }, label).toEqual(model.used);
      for (const { requestKey, payer, state, attempt, charged, loss } of model.runs) {
        const expected = { payer: tenant[payer], state, attempt, charged, loss };
        expect(runs.get(tenant.runs.get(requestKey)!.id), label).toEqual(expected);
      }
      for (const { payment, amount, versions, ...expected } of model.payments)
        expect(payments.get(tenant.payments.get(payment)!.id), label).toEqual(expected);
    }
    const sumOf = (of: (model: Model) => number) =>
      plays.reduce((sum, { model }) => sum + of(model), 0);
    expect(runs.size).toBe(sumOf((model) => model.runs.length));
    expect(payments.size).toBe(sumOf((model) => model.payments.length));
    // Otherwise no debt was paid later.
    expect(sumOf(({ collected }) => collected)).toBeGreaterThan(0);
  });
}, 300_000);

test('every check of the audit holds after arbitrary histories', async () => {
  await onDatabase(async ({ db }) => {
    await playAll(createHarness(db), 300);
    expect(await db.query('select from closed_balance limit 1')).toHaveLength(1);
    expect(await faultsInBooks(db, { fromTheStart: true })).toEqual([]);
  });
});

test('the traces of arbitrary histories have each run once, and cost what the ledger says', async () => {
  await onDatabase(async ({ db }) => {
    const plays = await playAll(createHarness(db), 600);
    const spans = createRunSpans(db, new Map());
    const captured = await db.query<{ workspace: string; charged: number }>(
      `select workspace, sum(amount)::bigint as charged from ledger_entry
       where kind in ('capture_provider', 'capture_fee') group by workspace`,
    );
    const ledger = new Map(captured.map(({ workspace, charged }) => [workspace, charged]));
    let shared = 0;
    for (const { tenant, model, commands } of plays) {
      const { workspace } = tenant;
      const traces = await db.query<{ trace: string }>(
        'select distinct coalesce(trace, id)::text as trace from run where workspace = $1',
        [workspace],
      );
      const keys = traces.map(({ trace }) => trace);
      const sums = await spans.sums('trace', workspace, keys, null);
      const charged = sums.reduce((sum, trace) => sum + trace.charged, 0);
      const label = JSON.stringify(commands);
      expect(charged, label).toBe(ledger.get(workspace) ?? 0);
      expect(
        sums.reduce((sum, { runs }) => sum + runs, 0),
        label,
      ).toBe(model.runs.length);
      if (keys.length < model.runs.length) shared += 1;
    }
    // Otherwise no trace with several runs was tested.
    expect(shared).toBeGreaterThan(100);
  });
});

/** What grants have spent is the same whether the rules are applied to each charge or to the sums between two turns. */
async function compareGrants(harness: Harness, plays: Play[]): Promise<void> {
  let expired = 0;
  const compared = plays.filter(({ model }) => model.grants.length > 0);
  for (const { tenant, model, commands } of compared) {
    const label = JSON.stringify(commands);
    const { before, after } = await harness.grantsOf(tenant);
    expect(sorted(before), label).toEqual(sorted(model.grants));
    takeTurn(model);
    expect(sorted(after), label).toEqual(sorted(model.grants));
    const left = after
      .filter(({ state }) => state !== 'open')
      .reduce((sum, each) => sum + each.left, 0);
    expect(left, label).toBeLessThanOrEqual(model.wallet.held + model.credit.held);
    expired += model.grants.filter((grant) => grant.spent > 0 && grant.expired > 0).length;
  }
  // Otherwise no grant that was spent in part has expired.
  expect(expired).toBeGreaterThan(HISTORIES / 1_000);
}

function sorted(grants: Pick<ModelGrant, 'spent' | 'expired' | 'left'>[]): string[] {
  return grants.map(({ spent, expired, left }) => `${spent} ${expired} ${left}`).sort();
}

const NOTHING = { available: 0, held: 0, spent: 0 };

async function onDatabase(work: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  await work(database).finally(() => database.drop());
}

/** The report of the month, while some entries are closed and others are not. */
async function compareBooks(db: Db, plays: Play[]): Promise<void> {
  const month = new Date().toISOString().slice(0, 7);
  const books = await readBooks(db, { month, timeZone: 'UTC' });
  const sumOf = (of: (model: Model) => number) =>
    BigInt(plays.reduce((sum, { model }) => sum + of(model), 0));
  const amountOf = (name: string) => books.lines.find((line) => line.name === name)!.amount;
  const creditOf = ({ available, held }: Model['wallet']) => available + held;
  expect(books.closing).toBe(sumOf(({ wallet, credit }) => creditOf(wallet) + creditOf(credit)));
  expect(books.difference).toBe(0n);
  // In the first moments of a month, its histories began in the one before.
  if (books.opening !== 0n) return;
  for (const line of Object.keys(plays[0]!.model.lines) as (keyof Model['lines'])[])
    expect([line, amountOf(line)]).toEqual([line, sumOf(({ lines }) => lines[line])]);
  expect(amountOf('grant_expired')).toBe(
    sumOf(({ grants }) => grants.reduce((sum, { expired }) => sum + expired, 0)),
  );
  const ofRuns = (member: 'charged' | 'loss') =>
    sumOf(({ runs }) => runs.reduce((sum, run) => sum + run[member], 0));
  expect(amountOf('capture_provider') + amountOf('capture_fee')).toBe(ofRuns('charged'));
  expect(amountOf('loss_provider')).toBe(ofRuns('loss'));
  expect(amountOf('provider_cost')).toBe(amountOf('capture_provider'));
}

async function playAll(
  harness: Harness,
  count: number,
  check: (plays: Play[]) => Promise<void> = async () => {},
): Promise<Play[]> {
  const numRuns = count - ENDED_WHILE_HELD.length;
  const histories = [...ENDED_WHILE_HELD, ...fc.sample(history, { seed, numRuns })];
  const plays: Play[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const group = histories.slice(from, from + AT_ONCE);
    const tenants = await harness.open(group.length, CREDIT_OF_KEY);
    const started = group.map((commands, i) => ({
      ...{
        tenant: tenants[i]!,
        model: emptyModel(CREDIT_OF_KEY, tenants[i]!.limit, tenants[i]!.budget),
        commands,
      },
    }));
    await playTogether(harness, started);
    plays.push(...started);
    await check(plays);
  }
  return plays;
}

async function playTogether(harness: Harness, plays: Play[]): Promise<void> {
  for (let step = 0; step < HISTORY_LENGTH; step++) {
    await playStep(harness, plays, step);
    if ((step + 1) % CLAIM_EVERY !== 0) continue;
    await harness.claim(plays.map(({ tenant }) => tenant));
    await harness.collect();
    for (const { model } of plays) {
      claim(model);
      collect(model);
    }
  }
}

/** One command of each history: those of one kind in one call. */
async function playStep(harness: Harness, plays: Play[], step: number): Promise<void> {
  const now = <Kind extends Command['kind']>(kind: Kind) =>
    plays.flatMap((play) => {
      const command = play.commands[step]!;
      return command.kind === kind
        ? [{ ...play, command: command as Extract<Command, { kind: Kind }> }]
        : [];
    });

  const closing = now('close').length > 0 ? harness.close() : undefined;

  const credits = now('credit');
  const hasGrants = ({ model }: Play) => model.grants.length > 0;
  await harness.credit(
    credits
      .filter((play) => !hasGrants(play))
      .map(({ tenant, command }) => ({ tenant, amount: command.amount })),
  );
  await Promise.all([
    ...credits
      .filter(hasGrants)
      .map(({ tenant, command }) => harness.topUp(tenant, command.amount)),
    ...now('give').map(({ tenant, command }) => harness.give(tenant, command)),
    ...now('expire').map(({ tenant, command }) => harness.expire(tenant, command)),
  ]);
  for (const { model, command } of credits) credit(model, command.amount);
  for (const { model, command } of now('give')) give(model, command);
  for (const { model, command } of now('expire')) expire(model, command);

  const paying = now('pay');
  const begun = await Promise.all(
    paying.map(({ tenant, command }) => harness.pay(tenant, command)),
  );
  paying.forEach(({ model, command, commands }, i) => {
    expect(begun[i], JSON.stringify(commands)).toBe(pay(model, command));
  });
  const reports = now('report');
  const answers = await harness.report(reports);
  reports.forEach(({ model, command, commands }, i) => {
    expect(answers[i], JSON.stringify(commands)).toBe(report(model, command));
  });

  const revoked = now('revoke');
  await harness.revoke(revoked.map(({ tenant }) => tenant));
  for (const { model } of revoked) model.revoked = true;

  const creates = now('create');
  const outcomes = await harness.create(creates);
  creates.forEach(({ model, command, commands }, i) => {
    expect(outcomes[i], JSON.stringify(commands)).toBe(create(model, command));
  });

  const ends = now('end');
  const applied = await harness.end(ends);
  ends.forEach(({ model, command, commands }, i) => {
    expect(applied[i], JSON.stringify(commands)).toBe(end(model, command));
  });

  for (const { tenant, model, command, commands } of now('late')) {
    const wasNew = await harness.late(tenant, command);
    expect(wasNew, JSON.stringify(commands)).toBe(late(model, command));
  }

  await race(harness, now('race'));
  await closing;
}

type Racing = Play & { command: Extract<Command, { kind: 'race' }> };

async function race(harness: Harness, plays: Racing[]): Promise<void> {
  const [first, second] = await Promise.all([
    playSide(
      harness,
      plays.map(({ tenant, command }) => ({ tenant, command: command.first })),
    ),
    playSide(
      harness,
      plays.map(({ tenant, command }) => ({ tenant, command: command.second })),
    ),
  ]);
  plays.forEach(({ model, command, commands }, i) => {
    const known = new Set(model.runs.map(({ requestKey }) => requestKey));
    const orders = [
      inOrder(model, known, command.first, command.second),
      inOrder(model, known, command.second, command.first).reverse(),
    ] as const;
    expect(
      orders.map((order) => order.map(({ result }) => result)),
      JSON.stringify(commands),
    ).toContainEqual([first[i], second[i]]);
    const taken = orders.find(([a, b]) => a!.result === first[i] && b!.result === second[i])!;
    Object.assign(model, taken[0]!.after);
  });
}

/** The commands of one side of every race, in a call for each kind. */
async function playSide(
  harness: Harness,
  side: { tenant: Tenant; command: Racer }[],
): Promise<(string | boolean)[]> {
  const of = <Kind extends Racer['kind']>(kind: Kind) =>
    side.flatMap(({ tenant, command }) =>
      command.kind === kind ? [{ tenant, command: command as Extract<Racer, { kind: Kind }> }] : [],
    );
  const [creates, ends, reports] = await Promise.all([
    harness.create(of('create')),
    harness.end(of('end')),
    harness.report(of('report')),
  ]);
  const answers = { create: creates, end: ends, report: reports };
  return side.map(({ command }) => answers[command.kind].shift()!);
}

/** What both answer in this order, and the state afterwards. Nobody can end a run that he has not seen. */
function inOrder(model: Model, known: ReadonlySet<number>, ...commands: Racer[]) {
  const after = structuredClone(model);
  return commands.map((command) => ({ after, result: playOne(after, known, command) }));
}

function playOne(model: Model, known: ReadonlySet<number>, command: Racer): string | boolean {
  if (command.kind === 'create') return create(model, command);
  if (command.kind === 'report') return report(model, command);
  return known.has(command.requestKey) && end(model, command);
}
