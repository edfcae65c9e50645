/**
 * The rules for the money of one workspace, as simply as possible: an account, runs, and the rules. Pure and slow,
 * without SQL. The tests compare the database with it, history by history.
 */
import { EVENTS, isTerminal, type RunEvent, type RunState } from '../../server/runs/states.ts';

export const MAX_PENDING = 4;

type AccountName = 'wallet' | 'credit';

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

/** Credit that expires. Those whose time is over come first; then the order is that of `ends`, and of the numbers. */
export interface ModelGrant {
  left: number;
  spent: number;
  expired: number;
  ends: number;
  number: number;
  state: 'open' | 'expiring' | 'ended';
  isOver: boolean;
  /** What it keeps for runs that hold it since before its time was over, by their request keys. */
  kept: Record<number, number>;
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
  /** The budget in total of the end user of every second run, if it has one, and what counts against it. */
  budget: number | undefined;
  used: { spent: number; held: number };
  /** In the order in which they are spent. */
  grants: ModelGrant[];
  /** What is left of credit that was paid for, wherever it is. */
  paid: number;
  /** In the order in which they were begun. */
  payments: ModelPayment[];
  /** What moved, by the lines of the operator's books. */
  lines: Record<
    'top_up' | 'grant' | 'payment' | 'refund' | 'refund_reversed' | 'tax' | 'tax_returned',
    number
  >;
  /** How often a worker took a part of a debt. */
  collected: number;
}

/** What the payment provider has of a payment. */
export interface PaymentRecord {
  state: 'open' | 'paid' | 'expired';
  refunded: number;
  contested: number;
  dispute: 'none' | 'inquiry' | 'open' | 'won' | 'lost';
}

export interface ModelPayment {
  /** The number of its request key. */
  payment: number;
  amount: number;
  /** Of the provider's record, oldest first. */
  versions: PaymentRecord[];
  state: 'open' | 'succeeded' | 'expired';
  returned: number;
  takenBack: number;
  isDisputed: boolean;
  isChargedBack: boolean;
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

/** Grants with a lower number expire before those with a higher one. */
export interface Give {
  kind: 'give';
  amount: number;
  ends: number;
}

/**
 * The time of the grant is over that is spent first, or of all, or the operator revokes the one that is spent last; a
 * worker comes.
 */
export interface Expire {
  kind: 'expire';
  grant: 'first' | 'last' | 'all';
}

export interface Pay {
  kind: 'pay';
  /** The number of its request key. */
  payment: number;
  amount: number;
}

/** Something may happen to a payment at the provider, and the service may hear of it. */
export interface Report {
  kind: 'report';
  payment: number;
  act:
    | 'paid'
    | 'expired'
    | 'refunded'
    | 'refund_failed'
    | 'inquired'
    | 'disputed'
    | 'won'
    | 'lost'
    | undefined;
  percent: number;
  /** An event, somebody who reads a payment that is open, the provider's list, or an event that it has not signed. */
  by: 'event' | 'read' | 'list' | 'forgery' | undefined;
  /** By how many versions the record is old that is read for the event, or listed. */
  behind: number;
  /** Whether there is an event at the same time. */
  isTwice: boolean;
}

export type Command =
  | Create
  | Pay
  | Report
  | End
  | Late
  | { kind: 'credit'; amount: number }
  | Give
  | Expire
  | { kind: 'revoke' }
  /** Closes balances, which moves no money, while the other histories go on. */
  | { kind: 'close' }
  /** Both at once, on separate connections: either order is right. */
  | { kind: 'race'; first: Racer; second: Racer };

export type Racer = Create | End | Report;

const CHARGING: ReadonlySet<RunEvent> = new Set(['answered', 'priced']);
const emptyAccount = (): Account => ({ available: 0, held: 0, spent: 0, pending: 0 });

/** Whether the run of this request key is one of the end user who may have a budget. */
export const isOfCustomer = (requestKey: number) => requestKey % 2 === 0;

export function emptyModel(creditOfKey: number, limit?: number, budget?: number): Model {
  return {
    wallet: emptyAccount(),
    credit: { ...emptyAccount(), available: creditOfKey },
    revoked: false,
    runs: [],
    limit,
    counted: { spent: 0, held: 0 },
    budget,
    used: { spent: 0, held: 0 },
    grants: [],
    paid: creditOfKey,
    payments: [],
    lines: {
      ...{ top_up: creditOfKey, grant: 0, payment: 0, refund: 0, refund_reversed: 0 },
      ...{ tax: 0, tax_returned: 0 },
    },
    collected: 0,
  };
}

export function credit(
  model: Model,
  amount: number,
  line: 'top_up' | 'payment' | 'refund_reversed' = 'top_up',
): void {
  takeTurn(model);
  model.wallet.available += amount;
  model.paid += amount;
  model.lines[line] += amount;
}

export function give(model: Model, { amount, ends }: Give): void {
  takeTurn(model);
  model.wallet.available += amount;
  model.lines.grant += amount;
  model.grants.push({
    ...{ left: amount, spent: 0, expired: 0, ends, number: model.grants.length, state: 'open' },
    ...{ isOver: false, kept: {} },
  });
  sort(model);
}

function sort({ grants }: Model): void {
  const isOpen = ({ state }: ModelGrant) => Number(state === 'open');
  grants.sort((a, b) => isOpen(a) - isOpen(b) || a.ends - b.ends || a.number - b.number);
}

export function expire(model: Model, { grant }: Expire): void {
  takeTurn(model);
  const open = model.grants.filter(({ state }) => state === 'open');
  const over = grant === 'all' ? open : open.slice(...(grant === 'first' ? [0, 1] : [-1]));
  for (const each of over) each.isOver = true;
  takeTurn(model);
}

/**
 * A worker takes what is left of grants whose time is over, without what runs hold of them. Each unit that a run holds is
 * of one grant, or was paid for: that which would be spent if the runs were charged all that they hold.
 */
export function takeTurn(model: Model): void {
  const charged = structuredClone(model);
  const kept = model.grants.map((): ModelGrant['kept'] => ({}));
  for (const { requestKey, state, reserved } of model.runs) {
    if (isTerminal(state)) continue;
    const before = charged.grants.map(({ spent }) => spent);
    spend(charged, requestKey, reserved);
    charged.grants.forEach(({ spent }, i) => {
      if (spent > before[i]!) kept[i]![requestKey] = spent - before[i]!;
    });
  }
  model.grants.forEach((grant, i) => {
    if (grant.state === 'ended' || !(grant.isOver || grant.state === 'expiring')) return;
    grant.state = 'expiring';
    grant.kept = kept[i]!;
  });
  takeReleased(model, model.wallet, model.credit);
  for (const grant of model.grants) if (grant.left === 0) grant.state = 'ended';
  sort(model);
}

/** Takes what grants that are over have left and keep for no run. */
function takeReleased(model: Model, ...accounts: Account[]): void {
  for (const grant of model.grants.filter(({ state }) => state === 'expiring')) {
    let due = grant.left - Object.values(grant.kept).reduce((sum, amount) => sum + amount, 0);
    for (const account of accounts) {
      const part = Math.min(account.available, due);
      account.available -= part;
      grant.left -= part;
      grant.expired += part;
      due -= part;
    }
    if (due > 0) throw new Error('what no run holds was not available');
  }
}

/** Spends what is kept for the run, then granted credit, then paid credit. */
function spend(model: Model, requestKey: number, charged: number): void {
  let rest = charged;
  const pay = (grant: ModelGrant, atMost: number) => {
    const part = Math.min(atMost, rest);
    grant.left -= part;
    grant.spent += part;
    rest -= part;
  };
  for (const grant of model.grants) {
    pay(grant, grant.kept[requestKey] ?? 0);
    delete grant.kept[requestKey];
  }
  for (const grant of model.grants) if (grant.state === 'open') pay(grant, grant.left);
  const paid = Math.min(model.paid, rest);
  model.paid -= paid;
  rest -= paid;
  if (rest > 0) throw new Error('more was charged than there was');
}

export function create(model: Model, { requestKey, hold, by }: Create): string {
  if (runOf(model, requestKey)) return 'existing';
  if (by !== 'wallet' && model.revoked) return 'key_ended';
  if (model.wallet.pending + model.credit.pending >= MAX_PENDING) return 'too_many_pending';
  const { limit = Infinity, counted } = model;
  const isCounted = by !== 'wallet' && limit !== Infinity;
  if (isCounted && counted.spent + counted.held + hold > limit) return 'limit_reached';
  const { budget = Infinity, used } = model;
  const isUsed = isOfCustomer(requestKey) && budget !== Infinity;
  if (isUsed && used.spent + used.held + hold > budget) return 'budget_reached';
  const payers: AccountName[] = by === 'both' ? ['credit', 'wallet'] : [by];
  const payer = payers.find((name) => model[name].available >= hold);
  if (!payer) return 'insufficient';
  move(model[payer], { available: -hold, held: hold, pending: 1 });
  if (isCounted) counted.held += hold;
  if (isUsed) used.held += hold;
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
  spend(model, run.requestKey, run.charged);
  takeReleased(model, model[run.payer]);
  if (run.byCreditKey && model.limit !== undefined) {
    model.counted.held -= run.reserved;
    model.counted.spent += run.charged;
  }
  if (isOfCustomer(run.requestKey) && model.budget !== undefined) {
    model.used.held -= run.reserved;
    model.used.spent += run.charged;
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

/** What the request is answered. */
export function pay(model: Model, { payment, amount }: Pay): string {
  const known = model.payments.find((each) => each.payment === payment);
  if (known) return known.amount === amount ? 'replayed' : 'idempotency_key_reuse';
  const versions = [newRecord()];
  model.payments.push({
    ...{ payment, amount, versions, state: 'open', returned: 0, takenBack: 0 },
    ...{ isDisputed: false, isChargedBack: false },
  });
  return 'created';
}

export const newRecord = (): PaymentRecord => ({
  ...{ state: 'open', refunded: 0, contested: 0, dispute: 'none' },
});

/** Adds versions to the provider's record. What happens to a paid payment happens to an open one once it is paid. */
export function happen(
  { versions, amount }: Pick<ModelPayment, 'versions' | 'amount'>,
  { act, percent }: Report,
): void {
  const add = (change: Partial<PaymentRecord>) => versions.push({ ...versions.at(-1)!, ...change });
  if (act === undefined) return;
  if (versions.at(-1)!.state === 'open') add({ state: act === 'expired' ? 'expired' : 'paid' });
  const { state, refunded, dispute } = versions.at(-1)!;
  if (state !== 'paid') return;
  const part = (of: number) => Math.ceil((of * percent) / 100);
  if (act === 'refunded') add({ refunded: refunded + part(amount - refunded) });
  if (act === 'refund_failed') add({ refunded: 0 });
  if (act === 'inquired' && dispute === 'none') add({ dispute: 'inquiry' });
  if (act === 'disputed' && (dispute === 'none' || dispute === 'inquiry'))
    add({ dispute: 'open', contested: part(amount) });
  if (act === 'won' && (dispute === 'inquiry' || dispute === 'open')) add({ dispute: 'won' });
  if (act === 'lost' && dispute === 'open') add({ dispute: 'lost' });
}

/** The payer has back what was refunded and, unless the bank has decided for the service, what is contested. */
export function returnsOf({ refunded, contested, dispute }: PaymentRecord, amount: number) {
  const isChargedBack = dispute === 'open' || dispute === 'lost';
  return {
    returned: Math.min(amount, refunded + (isChargedBack ? contested : 0)),
    isDisputed: dispute === 'inquiry' || dispute === 'open',
    isChargedBack,
  };
}

/** What is paid on top of a large amount. */
export const taxOf = (amount: number) => (amount > 100 ? Math.floor(amount / 6) : 0);

export const versionOf = (versions: readonly PaymentRecord[], behind: number) =>
  versions.at(-1 - behind) ?? versions[0]!;

/** What its event is answered. */
export function report(model: Model, command: Report): string {
  const { by, behind, isTwice } = command;
  const answer = by === 'forgery' ? 'invalid_request' : 'heard';
  const payment = model.payments.find((each) => each.payment === command.payment);
  if (!payment) return answer;
  happen(payment, command);
  const record = versionOf(payment.versions, by === 'read' ? 0 : behind);
  if (by === 'event' || (by === 'read' && payment.state === 'open')) settle(model, payment, record);
  if (by === 'list' && record.state === 'paid') settle(model, payment, record);
  if (isTwice && by !== 'forgery') settle(model, payment, versionOf(payment.versions, 0));
  return answer;
}

/** What is credited is credited once, by any record. What went back is what the present record says, whoever tells of it. */
function settle(model: Model, payment: ModelPayment, record: PaymentRecord): void {
  const { amount } = payment;
  if (payment.state !== 'succeeded') {
    if (record.state === 'expired') payment.state = 'expired';
    if (record.state !== 'paid') return;
    credit(model, amount, 'payment');
    model.lines.tax += taxOf(amount);
    payment.state = 'succeeded';
    comeBack(model, payment, record);
    return;
  }
  const { returned, isDisputed, isChargedBack } = returnsOf(record, amount);
  const isKnown =
    returned === payment.returned &&
    isDisputed === payment.isDisputed &&
    isChargedBack === payment.isChargedBack;
  if (!isKnown) comeBack(model, payment, versionOf(payment.versions, 0));
}

function comeBack(model: Model, payment: ModelPayment, record: PaymentRecord): void {
  const { amount } = payment;
  const taxBack = () => Math.floor((taxOf(amount) * payment.returned) / amount);
  const before = taxBack();
  Object.assign(payment, returnsOf(record, amount));
  const more = taxBack() - before;
  model.lines[more > 0 ? 'tax_returned' : 'tax'] += Math.abs(more);
  takeBack(model, payment);
}

/** Takes what is owed from paid credit that the wallet has available, or gives back what was taken too much. */
function takeBack(model: Model, payment: ModelPayment): number {
  const owed = payment.returned - payment.takenBack;
  if (owed === 0) return 0;
  if (owed < 0) {
    credit(model, -owed, 'refund_reversed');
    payment.takenBack += owed;
    return 0;
  }
  takeTurn(model);
  const part = Math.max(0, Math.min(owed, model.wallet.available, paidInWallet(model)));
  model.wallet.available -= part;
  model.paid -= part;
  model.lines.refund += part;
  payment.takenBack += part;
  return part;
}

/** The credit of the key was paid for. */
const paidInWallet = ({ paid, credit: key }: Model) => paid - key.available - key.held;

/** A worker takes what is owed once there is something to take. */
export function collect(model: Model): void {
  for (const payment of model.payments) {
    const isOwed = payment.returned > payment.takenBack;
    if (isOwed && model.wallet.available > 0 && paidInWallet(model) > 0)
      model.collected += takeBack(model, payment) > 0 ? 1 : 0;
  }
}

function runOf(model: Model, requestKey: number): ModelRun | undefined {
  return model.runs.find((run) => run.requestKey === requestKey);
}

function move(account: Account, by: Partial<Account>): void {
  for (const [name, amount] of Object.entries(by)) account[name as keyof Account] += amount;
}
