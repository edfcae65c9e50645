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
  /** What it keeps for runs that hold it since before its time was over, by their numbers. */
  kept: Map<number, number>;
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
  const pay = (grant: ModelGrant, atMost: number) => {
    const part = Math.min(atMost, rest);
    grant.left -= part;
    grant.spent += part;
    rest -= part;
  };
  for (const grant of model.grants) {
    pay(grant, grant.kept.get(run) ?? 0);
    grant.kept.delete(run);
  }
  takeReleased(model);
  if (model.available === undefined) return;
  for (const grant of model.grants) if (grant.state === 'open') pay(grant, grant.left);
  if (rest > 0) throw new Error('more was charged than was granted');
}

/** Takes what grants that are over have left and keep for no run. */
function takeReleased(model: Model): void {
  for (const grant of model.grants.filter(({ state }) => state === 'expiring')) {
    const due = grant.left - sum([...grant.kept.values()]);
    if (model.available !== undefined) model.available -= due;
    if ((model.available ?? 0) < 0) throw new Error('what no run holds was not available');
    grant.left -= due;
    grant.expired += due;
  }
}

export function give(model: Model, amount: number, ends: number): void {
  takeTurn(model);
  if (model.available === undefined) begin(model);
  model.available! += amount;
  add(model, { amount, ends });
}

/** What is pending is no part of the balance. */
function begin(model: Model): void {
  const keptFor = (run: number) => sum(model.grants.map(({ kept }) => kept.get(run) ?? 0));
  const rests = [...model.pending].map(([run, hold]) => [run, hold - keptFor(run)] as const);
  const kept = new Map(rests.filter(([, rest]) => rest > 0));
  const amount = sum([...kept.values()]);
  const opening = { isFormer: true, isOpening: true, state: 'expiring', kept } as const;
  if (amount > 0) add(model, { amount, ends: model.steps, ...opening });
  model.available = 0;
}

function add(model: Model, grant: Pick<ModelGrant, 'amount' | 'ends'> & Partial<ModelGrant>): void {
  model.grants.push({
    ...{ left: grant.amount, spent: 0, expired: 0, number: model.grants.length, state: 'open' },
    ...{ isOver: false, kept: new Map(), isFormer: false, isOpening: false, ...grant },
  });
  sort(model);
}

/** The time of one that is open, or of all, is over, or it is revoked; a worker comes. Returns those that end. */
export function endGrants(model: Model, which: 'first' | 'last' | 'all'): ModelGrant[] {
  takeTurn(model);
  const open = model.grants.filter(({ state }) => state === 'open');
  const over = which === 'all' ? open : open.slice(...(which === 'first' ? [0, 1] : [-1]));
  for (const grant of over) grant.isOver = true;
  takeTurn(model);
  for (const grant of over) {
    model.steps += 1;
    grant.ends = model.steps;
  }
  sort(model);
  return over;
}

export function endBalance(model: Model): void {
  // All of them end at once.
  for (const grant of endGrants(model, 'all')) grant.ends = model.steps;
  sort(model);
  model.available = undefined;
  for (const grant of model.grants) grant.isFormer = true;
}

/**
 * Takes what is left of grants whose time is over, without what runs hold of them: that which would be spent if the runs
 * were charged all that they hold.
 */
export function takeTurn(model: Model): void {
  const charged = structuredClone(model);
  const kept = model.grants.map((): ModelGrant['kept'] => new Map());
  for (const [run, hold] of model.pending) {
    const before = charged.grants.map(({ spent }) => spent);
    end(charged, run, hold);
    charged.grants.forEach(({ spent }, i) => {
      if (spent > before[i]!) kept[i]!.set(run, spent - before[i]!);
    });
  }
  model.grants.forEach((grant, i) => {
    if (grant.state === 'expiring' || grant.isOver) {
      grant.state = 'expiring';
      grant.kept = kept[i]!;
    }
  });
  takeReleased(model);
  for (const grant of model.grants) if (grant.left === 0) grant.state = 'ended';
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
