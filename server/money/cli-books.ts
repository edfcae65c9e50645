/** `books`: the credit of workspaces, what changed it in a month, and what to book, over all workspaces. */
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { print, table } from '../cli/output.ts';
import { withDatabase } from '../cli/session.ts';
import { type Cell, csvLine } from '../platform/lib/csv.ts';
import { isTimeZone } from '../platform/lib/moment.ts';
import { decimalOf, formatMoney, type Unit } from '../platform/lib/money.ts';
import { type Books, MONTH, postingsOf, readBooks } from './index.ts';

export function booksCommand(): Command {
  return new Command('books')
    .description('report a month over all workspaces, and what to book of it')
    .addCommand(monthCommand());
}

function monthCommand() {
  return new Command('month')
    .description(
      'report the credit of workspaces when a month began and ended, and what changed it',
    )
    .argument('<month>', 'such as 2026-10', parseMonth)
    .option('--time-zone <name>', 'of the month; without it BOOKS_TIME_ZONE, or UTC', parseZone)
    .addOption(new Option('--csv', 'print one line for each sum, as CSV'))
    .addOption(new Option('--entries', 'print debits and credits to book, as CSV').conflicts('csv'))
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((month, options) =>
      withDatabase(async ({ db, unit, config }) => {
        const zone = options.timeZone ?? config.booksTimeZone;
        const books = await readBooks(db, { month, timeZone: zone });
        print(options, toJson(books, unit), () => {
          if (options.csv) return csvOf(sumsOf(books, unit));
          return options.entries ? csvOf(entriesOf(books, unit)) : tableOf(books, unit);
        });
        if (books.difference !== 0n) process.exitCode = 1;
      }),
    );
}

const HELP = `
The closing credit is the opening credit and the lines with a sign. It is what
the wallets and keys of all workspaces have, available and held: prepaid by
workspaces, and owed to them. An entry counts in the month in which it is made.

A month is final half an hour after its end: from then on its numbers never
change. What is not known is in no line: fees of the payment provider, and costs
that providers did not report.

Examples:
  npm run cli -- books month 2026-10
  npm run -s cli -- books month 2026-10 --entries > 2026-10.csv`;

function parseMonth(text: string): string {
  if (MONTH.test(text)) return text;
  throw new InvalidArgumentError('Write a month, 2026-10.');
}

function parseZone(text: string): string {
  if (isTimeZone(text)) return text;
  throw new InvalidArgumentError('Write a time zone, Europe/Berlin.');
}

const STATES = {
  open: 'The month is not over: its numbers still change.',
  closing: 'The month is over, and becomes final soon.',
  final: 'The month is final: its numbers never change.',
};

function tableOf(books: Books, unit: Unit): string {
  const { month, timeZone: zone, opening, closing, lines, state, unknownCosts, difference } = books;
  const digits = decimalsOf(books, unit);
  const amountOf = (amount: bigint) => {
    const [whole = '0', fraction = ''] = decimalOf(amount, unit).split('.');
    return `${whole}.${fraction.slice(0, digits)}`;
  };
  const widest = Math.max(
    ...[opening, closing, ...lines.map(({ amount }) => amount)].map(
      (each) => amountOf(each).length,
    ),
  );
  const row = (line: string, amount: bigint, entries?: number) => ({
    line,
    [`amount in ${unit.currency}`]: amountOf(amount).padStart(widest),
    entries: entries === undefined ? '' : String(entries),
  });
  const shown = lines.filter(({ entries }) => entries > 0);
  const rows = [
    row('Opening credit of workspaces', opening),
    ...shown
      .filter(({ effect }) => effect !== 'none')
      .map((each) =>
        row(`${each.effect === 'in' ? '+' : '-'} ${each.title}`, each.amount, each.entries),
      ),
    row(state === 'open' ? 'Credit of workspaces so far' : 'Closing credit of workspaces', closing),
    ...shown
      .filter(({ effect }) => effect === 'none')
      .map((each) => row(`  ${each.title}`, each.amount, each.entries)),
  ];
  return [
    `Books of ${month}, ${zone}. ${STATES[state]}`,
    `\n${table(rows)}\n`,
    `In no line: fees of the payment provider${unknownCosts > 0 ? `, and the cost of ${unknownCosts} runs that no provider told` : ''}.`,
    difference === 0n
      ? 'The books agree with the balances of all accounts.'
      : `The accounts have ${formatMoney(difference, unit)} more than the books say: npm run cli -- audit`,
  ].join('\n');
}

/** As many as the amounts need, so that those that are printed add up. */
function decimalsOf({ opening, closing, lines }: Books, unit: Unit): number {
  const lengths = [opening, closing, ...lines.map(({ amount }) => amount)].map((amount) => {
    const [, fraction = ''] = decimalOf(amount, unit).split('.');
    return fraction.replace(/0+$/, '').length;
  });
  return Math.max(2, ...lengths);
}

function sumsOf({ month, timeZone: zone, ...books }: Books, unit: Unit): Cell[][] {
  const { opening, closing, lines, state } = books;
  const cells = (name: string, effect: string, amount: bigint, entries?: number) => [
    ...[month, zone, state, name, effect, decimalOf(amount, unit)],
    ...[unit.currency, String(amount), entries],
  ];
  return [
    ['month', 'time_zone', 'state', 'line', 'effect', 'amount', 'currency', 'units', 'entries'],
    cells('opening', '', opening),
    ...lines.map(({ name, effect, amount, entries }) =>
      cells(name, effect === 'none' ? '' : effect, amount, entries),
    ),
    cells('closing', '', closing),
  ];
}

function entriesOf(books: Books, unit: Unit): Cell[][] {
  return [
    ['date', 'account', 'debit', 'credit', 'currency', 'text', 'state'],
    ...postingsOf(books, unit).map(({ date, account, debit, credit, text }) => [
      ...[date, account, debit, credit, unit.currency, text, books.state],
    ]),
  ];
}

function csvOf(rows: Cell[][]): string {
  return rows.map(csvLine).join('').trimEnd();
}

function toJson({ from, to, opening, closing, lines, difference, ...books }: Books, unit: Unit) {
  return {
    ...books,
    ...{ from, to, ...unit, opening: decimalOf(opening, unit) },
    lines: lines.map((each) => ({ ...each, amount: decimalOf(each.amount, unit) })),
    closing: decimalOf(closing, unit),
    difference: decimalOf(difference, unit),
  };
}
