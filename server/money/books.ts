/**
 * The operator's books of a month, over all workspaces: the credit of workspaces when it began and ended, what changed it,
 * and what the deployment owes and lost. They are the sums that `close_balances` adds up, and what is not closed yet, in
 * one snapshot, so they follow from the ledger to the unit. A sum that is final never changes: an entry that comes later
 * counts in a later quarter of an hour.
 */
import type { Db } from '../platform/db/pool.ts';
import { dayIn, monthIn } from '../platform/lib/moment.ts';
import { type Decimal, decimalOf, type Unit } from '../platform/lib/money.ts';
import { beginSnapshot } from './audit/store.ts';
import {
  countUnknownCosts,
  type FlowRow,
  selectClosed,
  selectFlows,
  sumOfAccounts,
  sumOfTaxes,
  type TaxSums,
} from './books-store.ts';

/** `closing`: the month is over, and some of its entries may still come. */
export type BooksState = 'open' | 'closing' | 'final';

export interface Books {
  month: string;
  timeZone: string;
  from: Date;
  to: Date;
  state: BooksState;
  /** Available and held, in all wallets and keys. */
  opening: bigint;
  closing: bigint;
  /** Every line, in order, those of which nothing moved as well. */
  lines: BookLine[];
  /** Runs that may have cost something of which no provider told. */
  unknownCosts: number;
  /** What all accounts have now, less what the books say that they have: zero, or something is wrong. */
  difference: bigint;
}

export interface BookLine {
  name: string;
  title: string;
  /** Of the credit of workspaces. */
  effect: 'in' | 'out' | 'none';
  amount: bigint;
  entries: number;
  debit: string;
  credit: string;
}

const WORKSPACES = 'Workspace credit';
const CARDS = 'Received by card';
const GRANTED = 'Granted credit';
const PROVIDERS = 'Owed to providers';
const LOSSES = 'Losses';
const STORAGE = 'Revenue from storage';
const TAXES = 'Owed to tax authorities';

interface Line extends Pick<BookLine, 'name' | 'title' | 'debit' | 'credit'> {
  kind: string;
  /** Among entries of the kind, those that go there. */
  to?: string;
}

/**
 * What the operator owes workspaces changes by the first nine. The others are between the operator and providers, or tax
 * authorities.
 */
const LINES: readonly Line[] = [
  line('top_up', 'Credit added by the operator', 'Received otherwise', WORKSPACES),
  line('payment', 'Payments by card', CARDS, WORKSPACES),
  line('refund', 'Refunds and disputes', WORKSPACES, CARDS),
  line('refund_reversed', 'Refunds and disputes that were reversed', CARDS, WORKSPACES),
  line('grant', 'Credit granted', GRANTED, WORKSPACES),
  line('grant_expired', 'Granted credit that expired', WORKSPACES, GRANTED),
  line('capture_provider', 'Charged for providers', WORKSPACES, 'Revenue from runs'),
  line('capture_fee', 'Charged as fees', WORKSPACES, 'Revenue from fees'),
  line('storage', 'Charged for storage', WORKSPACES, STORAGE),
  {
    ...line('capture_provider', 'Provider cost of what was charged', 'Provider cost', PROVIDERS),
    name: 'provider_cost',
  },
  {
    ...line('loss', 'Provider cost that nobody was charged', LOSSES, PROVIDERS),
    ...{ name: 'loss_provider', to: 'provider' },
  },
  {
    ...line('loss', 'Storage that nobody was charged', LOSSES, STORAGE),
    ...{ name: 'loss_storage', to: 'storage' },
  },
  line('tax', 'Taxes paid with payments by card', CARDS, TAXES),
  line('tax_returned', 'Taxes of refunds and disputes', TAXES, CARDS),
];

function line(kind: string, title: string, debit: string, credit: string): Line {
  return { name: kind, kind, title, debit, credit };
}

/** `month` is like 2026-10. */
export function readBooks(
  db: Db,
  { month, timeZone }: { month: string; timeZone: string },
): Promise<Books> {
  const span = monthIn(month, timeZone);
  return db.transaction(async (tx) => {
    await beginSnapshot(tx);
    const closed = await selectClosed(tx);
    const flows = await selectFlows(tx, { ...span, ...closed });
    const opening = changeBy(flows.filter(({ part }) => part === 'before'));
    const within = flows.filter(({ part }) => part === 'month');
    const moved = [...within, ...taxesOf(await sumOfTaxes(tx, span))];
    const isOver = span.to.getTime() <= Date.now();
    return {
      ...{ month, timeZone, ...span },
      state: closed.final >= span.to ? 'final' : isOver ? 'closing' : 'open',
      ...{ opening, closing: opening + changeBy(within) },
      lines: LINES.map((each) => toLine(each, moved)),
      unknownCosts: await countUnknownCosts(tx, span),
      difference: BigInt(await sumOfAccounts(tx)) - changeBy(flows),
    };
  });
}

function toLine({ kind, to, ...rest }: Line, flows: readonly FlowRow[]): BookLine {
  const its = flows.filter((flow) => flow.kind === kind && (to ?? flow.to) === flow.to);
  return {
    ...{ ...rest, effect: effectOf(rest) },
    amount: its.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    entries: its.reduce((sum, { entries }) => sum + entries, 0),
  };
}

/** As flows of their own: they are not in the ledger, because they are no credit of workspaces. */
function taxesOf({ received, receivedEntries, returned, returnedEntries }: TaxSums): FlowRow[] {
  const flow = { part: 'month' } as const;
  return [
    { ...flow, kind: 'tax', to: 'tax', amount: received, entries: receivedEntries },
    {
      ...flow,
      kind: 'tax_returned',
      to: 'tax_returned',
      amount: returned,
      entries: returnedEntries,
    },
  ];
}

function effectOf({ debit, credit }: Pick<Line, 'debit' | 'credit'>): BookLine['effect'] {
  return credit === WORKSPACES ? 'in' : debit === WORKSPACES ? 'out' : 'none';
}

/** Of the credit of workspaces. Both halves of a transfer are there. */
function changeBy(flows: readonly FlowRow[]): bigint {
  return flows.reduce((sum, { kind, amount }) => {
    if (INWARD.has(kind)) return sum + BigInt(amount);
    return kind === 'loss' ? sum : sum - BigInt(amount);
  }, 0n);
}

const INWARD = new Set(['top_up', 'payment', 'refund_reversed', 'grant', 'transfer_in']);

export const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

/** The present one there. */
export function monthNow(timeZone: string): string {
  return dayIn(new Date(), timeZone).slice(0, 7);
}

/* What is printed. */

/** A debit or a credit of one account. */
interface Posting {
  /** The last day of the month. */
  date: string;
  account: string;
  debit: Decimal | undefined;
  credit: Decimal | undefined;
  text: string;
}

/** Two for each line of which something moved: the sum of all debits is that of all credits. */
export function postingsOf({ month, lines }: Books, unit: Unit): Posting[] {
  const date = dayIn(new Date(monthIn(month, 'UTC').to.getTime() - 1), 'UTC');
  return lines
    .filter(({ entries }) => entries > 0)
    .flatMap(({ title: text, debit, credit, amount }) => {
      const sum = decimalOf(amount, unit);
      return [
        { date, account: debit, debit: sum, credit: undefined, text },
        { date, account: credit, debit: undefined, credit: sum, text },
      ];
    });
}
