/**
 * The rules of a prepaid balance, as simply as possible: each charge is spent from a grant at once. Pure, without SQL. The
 * test compares the service with it, history by history.
 */

export interface ModelGrant {
  amount: number;
  left: number;
  spent: number;
  expired: number;
  /** Open ones are spent in the order of these, and of their numbers; infinite ones never expire. */
  ends: number;
  /** In the order in which they were given. */
  number: number;
  state: 'open' | 'expiring' | 'ended';
  isOver: boolean;
  /** The runs that it waits for. */
  waitsFor: number[];
  /** For the runs that were pending when the balance began, or of an earlier balance. */
  isFormer: boolean;
  /** Nobody gave it. */
  isOpening: boolean;
}

export interface Model {
  /** Undefined without a balance. */
  available: number | undefined;
  /** The pending runs with what they hold, by number. */
  pending: Map<number, number>;
  /** Those that expire come first, then those that are open. */
  grants: ModelGrant[];
  steps: number;
}

export const emptyModel = (): Model => ({
  ...{ available: undefined, pending: new Map(), grants: [], steps: 0 },
});

export function create(model: Model, run: number, hold: number): string {
  if (model.available !== undefined) {
    if (hold > model.available) return 'budget_reached';
    model.available -= hold;
  }
  model.pending.set(run, hold);
  return 'created';
}

export function end(model: Model, run: number, charged: number): void {
  const hold = model.pending.get(run)!;
  model.pending.delete(run);
  if (model.available !== undefined) model.available += hold - charged;
  let rest = charged;
  const pay = (grants: ModelGrant[]) => {
    for (const grant of grants) {
      const part = Math.min(grant.left, rest);
      grant.left -= part;
      grant.spent += part;
      rest -= part;
    }
  };
  const expiring = model.grants.filter(({ state }) => state === 'expiring');
  pay(expiring.filter(({ waitsFor }) => waitsFor.includes(run)));
  if (model.available === undefined) return;
  pay(model.grants.filter(({ state }) => state === 'open'));
  pay(expiring);
  if (rest > 0) throw new Error('more was charged than was granted');
}

export function give(model: Model, amount: number, ends: number): void {
  takeTurn(model);
  if (model.available === undefined) begin(model);
  model.available! += amount;
  add(model, { amount, ends });
}

/** What is pending is no part of the balance. */
function begin(model: Model): void {
  const held = sum([...model.pending.values()]);
  const left = sum(model.grants.map((grant) => grant.left));
  if (held > left) {
    const waitsFor = holding(model);
    const opening = { isFormer: true, isOpening: true, state: 'expiring', waitsFor } as const;
    add(model, { amount: held - left, ends: model.steps, ...opening });
  }
  model.available = Math.max(0, left - held);
}

function add(model: Model, grant: Pick<ModelGrant, 'amount' | 'ends'> & Partial<ModelGrant>): void {
  model.grants.push({
    ...{ left: grant.amount, spent: 0, expired: 0, number: model.grants.length, state: 'open' },
    ...{ isOver: false, waitsFor: [], isFormer: false, isOpening: false, ...grant },
  });
  sort(model);
}

/** The time of one that is open is over, or it is revoked; a worker comes. */
export function endGrants(model: Model, which: 'first' | 'last' | 'all'): void {
  takeTurn(model);
  const open = model.grants.filter(({ state }) => state === 'open');
  const over = which === 'all' ? open : open.slice(...(which === 'first' ? [0, 1] : [-1]));
  for (const grant of over) grant.isOver = true;
  takeTurn(model);
  model.steps += 1;
  for (const grant of over) grant.ends = model.steps;
  sort(model);
}

export function endBalance(model: Model): void {
  endGrants(model, 'all');
  model.available = undefined;
  for (const grant of model.grants) grant.isFormer = true;
}

/** Takes what is left of grants whose time is over, but for what runs hold that held it then. */
export function takeTurn(model: Model): void {
  const heldFor = ({ waitsFor }: ModelGrant) =>
    sum(waitsFor.map((run) => model.pending.get(run) ?? 0));
  for (const grant of model.grants) {
    if (grant.state === 'open' && grant.isOver) {
      grant.state = 'expiring';
      grant.waitsFor = holding(model);
    }
    if (grant.state === 'expiring' && grant.left > heldFor(grant)) {
      const due = grant.left - heldFor(grant);
      const part = Math.min(model.available ?? due, due);
      if (model.available !== undefined) model.available -= part;
      grant.left -= part;
      grant.expired += part;
      if (grant.left > heldFor(grant)) grant.waitsFor = holding(model);
    }
    if (grant.left === 0) grant.state = 'ended';
  }
}

function holding({ pending }: Model): number[] {
  return [...pending].filter(([, hold]) => hold > 0).map(([run]) => run);
}

function sort({ grants }: Model): void {
  const isOpen = ({ state }: ModelGrant) => Number(state === 'open');
  grants.sort(
    (a, b) =>
      isOpen(a) - isOpen(b) || (a.ends === b.ends ? 0 : a.ends - b.ends) || a.number - b.number,
  );
}

/** What the customer is shown. */
export function balanceOf({ available, grants }: Model) {
  if (available === undefined) return null;
  const own = grants.filter(({ isFormer }) => !isFormer);
  const of = (member: 'amount' | 'left' | 'spent' | 'expired') =>
    sum(own.map((each) => each[member]));
  const left = of('left');
  const free = Math.min(available, left);
  return {
    ...{ granted: of('amount'), spent: of('spent'), held: left - free },
    ...{ available: free, expired: of('expired') },
  };
}

function sum(amounts: number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0);
}
