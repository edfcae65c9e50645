/**
 * The rules for the money of one workspace, as simply as possible: an account, runs, and the rules. Pure and slow,
 * without SQL. The tests compare the database with it, history by history.
 */
import { EVENTS, isTerminal, type RunEvent, type RunState } from '../../server/runs/states.ts';

export const MAX_PENDING = 4;

export type AccountName = 'wallet' | 'credit';

export interface Account {
  available: number;
  held: number;
  spent: number;
  pending: number;
}

export interface ModelRun {
  /** By the number of its request key; each creates at most one run. */
  requestKey: number;
  payer: AccountName;
  /** Whether the key that may be revoked created it. */
  byCreditKey: boolean;
  reserved: number;
  state: RunState;
  attempt: number;
  charged: number;
  loss: number;
}

export interface Model {
  wallet: Account;
  credit: Account;
  revoked: boolean;
  runs: ModelRun[];
  /** The monthly limit of the key that may be revoked, if it has one. */
  limit: number | undefined;
  /** What counts against it. */
  counted: { spent: number; held: number };
}

/** `wallet` pays from the wallet, `credit` only from its own account, `both` from its own account first. */
export interface Create {
  kind: 'create';
  requestKey: number;
  hold: number;
  by: 'wallet' | 'credit' | 'both';
}

export interface End {
  kind: 'end';
  requestKey: number;
  event: RunEvent;
  /** By how much it is behind the run's attempt; undefined is not fenced at all. */
  attemptsBehind: number | undefined;
  /** In percent of the hold, if the event charges. */
  chargedPercent: number;
  loss: number;
}

export interface Late {
  kind: 'late';
  requestKey: number;
  amount: number;
}

export type Command =
  | Create
  | End
  | Late
  | { kind: 'credit'; amount: number }
  | { kind: 'revoke' }
  /** Closes balances, which moves no money, while the other histories go on. */
  | { kind: 'close' }
  /** Both at once, on separate connections: either order is right. */
  | { kind: 'race'; first: Create | End; second: Create | End };

const CHARGING: ReadonlySet<RunEvent> = new Set(['answered', 'priced']);
const emptyAccount = (): Account => ({ available: 0, held: 0, spent: 0, pending: 0 });

export function emptyModel(creditOfKey: number, limit?: number): Model {
  return {
    wallet: emptyAccount(),
    credit: { ...emptyAccount(), available: creditOfKey },
    revoked: false,
    runs: [],
    limit,
    counted: { spent: 0, held: 0 },
  };
}

export function create(model: Model, { requestKey, hold, by }: Create): string {
  if (runOf(model, requestKey)) return 'existing';
  if (by !== 'wallet' && model.revoked) return 'key_ended';
  if (model.wallet.pending + model.credit.pending >= MAX_PENDING) return 'too_many_pending';
  const { limit = Infinity, counted } = model;
  const isCounted = by !== 'wallet' && limit !== Infinity;
  if (isCounted && counted.spent + counted.held + hold > limit) return 'limit_reached';
  const payers: AccountName[] = by === 'both' ? ['credit', 'wallet'] : [by];
  const payer = payers.find((name) => model[name].available >= hold);
  if (!payer) return 'insufficient';
  move(model[payer], { available: -hold, held: hold, pending: 1 });
  if (isCounted) counted.held += hold;
  const run = { requestKey, payer, byCreditKey: by !== 'wallet', reserved: hold };
  model.runs.push({ ...run, state: 'reserved', attempt: 0, charged: 0, loss: 0 });
  return `created, paid by ${payer}`;
}

/** Whether the event found the run in a state and an attempt that it applies to. */
export function end(model: Model, command: End): boolean {
  const run = runOf(model, command.requestKey);
  if (!run) return false;
  const { from, to } = EVENTS[command.event];
  if (!(from as readonly RunState[]).includes(run.state)) return false;
  if (command.attemptsBehind !== undefined && command.attemptsBehind !== 0) return false;
  run.state = to;
  if (!isTerminal(to)) return true;
  run.charged = chargeOf(run.reserved, command);
  run.loss = command.loss;
  move(model[run.payer], {
    available: run.reserved - run.charged,
    held: -run.reserved,
    spent: run.charged,
    pending: -1,
  });
  if (run.byCreditKey && model.limit !== undefined) {
    model.counted.held -= run.reserved;
    model.counted.spent += run.charged;
  }
  return true;
}

export function chargeOf(reserved: number, { event, chargedPercent }: End): number {
  return CHARGING.has(event) ? Math.floor((reserved * chargedPercent) / 100) : 0;
}

/** Whether the loss was new. */
export function late(model: Model, { requestKey, amount }: Late): boolean {
  const run = runOf(model, requestKey);
  if (run?.state !== 'failed' || run.loss > 0) return false;
  run.loss = amount;
  return true;
}

/** A worker claims everything that waits, except what a revoked key created. */
export function claim(model: Model): void {
  for (const run of model.runs) {
    if (!EVENTS.claimed.from.some((state) => state === run.state)) continue;
    if (model.revoked && run.byCreditKey) continue;
    run.state = EVENTS.claimed.to;
    run.attempt += 1;
  }
}

export function runOf(model: Model, requestKey: number): ModelRun | undefined {
  return model.runs.find((run) => run.requestKey === requestKey);
}

function move(account: Account, by: Partial<Account>): void {
  for (const [name, amount] of Object.entries(by)) account[name as keyof Account] += amount;
}
