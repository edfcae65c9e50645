/**
 * Payments by card beside what the payment provider has: `payments` compares the single ones, and `drift` shows the
 * balances.
 */
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { parseCount, parseMoment } from '../cli/arguments.ts';
import { formatTime, print, table } from '../cli/output.ts';
import { withParts } from '../cli/session.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { decimalOf, formatMoney, type Unit } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import {
  type Balances,
  type ComparedBalance,
  type ComparedDay,
  type Difference,
  PAYMENT_PREFIX,
  type Payments,
} from './index.ts';

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;

export function paymentsCommand(): Command {
  return new Command('payments')
    .description('compare payments by card with those of the payment provider')
    .addCommand(compareCommand());
}

function compareCommand() {
  return new Command('compare')
    .description("compare the ledger with the provider's list of payments, in both directions")
    .option('--day <day>', 'first day, in UTC; yesterday without it', parseMoment)
    .option('--days <n>', 'number of days, 366 at most', parseDays, 1)
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((options) =>
      withParts(async ({ unit, parts }) => {
        const { comparison } = parts.payments;
        if (!comparison)
          throw new Problem('conflict', 'This deployment takes no payments by card.');
        const from = options.day ?? new Date(Date.now() - DAY_MS);
        const days: ComparedDay[] = [];
        for (let i = 0; i < options.days; i += 1) {
          const day = new Date(from.getTime() + i * DAY_MS).toISOString().slice(0, 10);
          days.push(await comparison.compareDay(day));
        }
        print(options, days.map(toJson), () => textOf(days, unit));
        if (days.some(({ isWhole, differences }) => !isWhole || differences.length > 0))
          process.exitCode = 1;
      }),
    );
}

const HELP = `
A worker compares each day of UTC by itself, and again while it differs; the
console shows what differs. Exits with 1 if something does. What was paid within
the last minutes may still differ, because its event is under way.

Example:
  npm run cli -- payments compare --day 2027-01-31 --days 7`;

function parseDays(text: string): number {
  const days = parseCount(text);
  if (days <= MOST_DAYS) return days;
  throw new InvalidArgumentError(`Write a number up to ${MOST_DAYS}.`);
}

const WORDS = {
  missing_here: 'was paid there and not credited here',
  missing_there: 'was credited here and not paid there',
  amount: 'has another amount or currency there',
  returned: 'has another amount refunded or contested there',
};

function textOf(days: readonly ComparedDay[], unit: Unit): string {
  const money = (amount: number | undefined) =>
    amount === undefined ? '-' : formatMoney(amount, unit);
  const differing = days.flatMap(({ day, differences }) =>
    differences.map(({ kind, payment, workspace, reference, here, there }) => ({
      ...{ day, payment: uuidToId(PAYMENT_PREFIX, payment), 'what differs': WORDS[kind] },
      ...{ here: money(here), there: money(there) },
      workspace: workspace === undefined ? '-' : uuidToId('wsp', workspace),
      reference: reference ?? '-',
    })),
  );
  return [
    table(
      days.map(({ day, there, here, isWhole, differences, comparedAt }) => ({
        ...{ day, 'at the provider': String(there), 'credited here': String(here) },
        differ: `${differences.length}${isWhole ? '' : ' or more'}`,
        compared: formatTime(comparedAt),
      })),
    ),
    differing.length === 0 ? '\nNothing differs.' : `\n${table(differing)}`,
  ].join('\n');
}

function toJson({ differences, ...day }: ComparedDay) {
  return { ...day, differences: differences.map(differenceJson) };
}

function differenceJson({ payment, workspace, ...difference }: Difference) {
  return {
    payment: uuidToId(PAYMENT_PREFIX, payment),
    ...(workspace !== undefined && { workspace: uuidToId('wsp', workspace) }),
    ...difference,
  };
}

/** For `drift`. Undefined if nobody has paid by card. */
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
    currencies.map((each) => balanceText(each, since)).join('\n\n'),
    ...(unread.length > 0
      ? [
          `Nothing is known of ${unread.length} days: npm run cli -- payments compare --day ${unread[0]} --days ${unread.length}`,
        ]
      : []),
  ].join('\n');
}

function balanceText(balance: ComparedBalance, since: string): string {
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
function sumsOf({ available, pending, moved, booked }: ComparedBalance) {
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

function balanceJson(balance: ComparedBalance) {
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
