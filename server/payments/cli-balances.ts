/** How `drift` shows the payment provider's balance beside the payments here. */
import { table } from '../cli/output.ts';
import { decimalOf, formatMoney } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import type { BalanceBeside, Balances, Payments } from './index.ts';

/** Undefined if nobody has paid by card. */
export async function showBalances({
  comparison,
}: Payments): Promise<{ json: object; text: string } | undefined> {
  try {
    const balances = await comparison?.balances();
    if (balances?.since === undefined) return undefined;
    return { json: balancesJson(balances), text: balancesText(balances, balances.since) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { json: { unavailable: error.detail }, text: `\n${error.detail}` };
  }
}

function balancesText({ provider, unread, currencies }: Balances, since: string): string {
  return [
    `\nPayments by card, and what is at ${provider}:`,
    currencies.map((each) => textOf(each, since)).join('\n\n'),
    ...(unread.length > 0
      ? [
          `Nothing is known of ${unread.length} days: npm run cli -- payments compare --day ${unread[0]} --days ${unread.length}`,
        ]
      : []),
  ].join('\n');
}

function textOf(balance: BalanceBeside, since: string): string {
  const { available, pending, meanwhile, moved, booked } = balance;
  const money = (amount: bigint) => formatMoney(amount, balance);
  const row = (line: string, there: bigint, here?: bigint) => ({
    [`since ${since}`]: line,
    there: money(there),
    'by the books': here === undefined ? '-' : money(here),
    difference: here === undefined ? '-' : money(there - here),
  });
  const { held, expected, unlisted } = sumsOf(balance);
  return [
    table([
      row('payments and taxes', moved.payment, booked?.payment),
      row('refunds and disputes', moved.return, booked?.return),
      row('fees', moved.fee),
      row('paid out', moved.payout),
      ...(moved.other === 0n ? [] : [row('other', moved.other)]),
      row('balance', held, expected),
    ]),
    `Of the balance, ${money(pending)} is pending and ${money(available)} is available.`,
    ...(meanwhile === 0n ? [] : [`It changed by ${money(meanwhile)} while it was read.`]),
    ...(unlisted === 0n
      ? []
      : [`${money(unlisted)} of it came before ${since}, or in a way that ${LISTED}.`]),
    ...(expected === undefined ? ['The books have no payments in this currency.'] : []),
  ].join('\n');
}

const LISTED = 'is not among the transactions of the account';

/** `unlisted`: what the balance has beyond everything that moved since. */
function sumsOf({ available, pending, moved, booked }: BalanceBeside) {
  const held = available + pending;
  const others = moved.fee + moved.payout + moved.other;
  return {
    held,
    expected: booked && booked.payment + booked.return + others,
    unlisted: held - moved.payment - moved.return - others,
  };
}

function balancesJson({ currencies, ...balances }: Balances) {
  return { ...balances, currencies: currencies.map(balanceJson) };
}

function balanceJson(balance: BalanceBeside) {
  const { currency, available, pending, meanwhile, moved, booked } = balance;
  const { held, expected, unlisted } = sumsOf(balance);
  const decimal = (amount: bigint) => decimalOf(amount, balance);
  const decimals = (amounts: Record<string, bigint>) =>
    Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, decimal(amount)]));
  return {
    ...{ currency, ...decimals({ available, pending, meanwhile, unlisted }) },
    ...{ moved: decimals(moved), ...(booked && { booked: decimals(booked) }) },
    ...(expected !== undefined && decimals({ expected, difference: held - expected })),
  };
}
