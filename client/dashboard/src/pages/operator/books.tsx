/** A month of the deployment: the credit of workspaces, what changed it, what is owed and lost, and what to book. */
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { type Books, useBooks } from '../../api/operator.ts';
import { formatCount, plural, symbolOf, toCsv } from '../../format/index.ts';
import {
  Badge,
  Button,
  Card,
  DataTable,
  download,
  Empty,
  Loaded,
  Moment,
  Notice,
  Page,
  Pick,
  useUnit,
} from '../../parts/index.ts';
import { PaymentsCard } from './payments.tsx';
import './books.css';

const MONTHS = 25;
const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

export function BooksPage({ title }: { title: string }) {
  const [months] = useState(() => monthsBefore(Date.now()));
  const [params, setParams] = useSearchParams();
  const wanted = params.get('month') ?? undefined;
  const month = wanted !== undefined && MONTH.test(wanted) ? wanted : undefined;
  const books = useBooks(month);
  const shown = month ?? books.data?.month ?? months[0]!;
  // The month of another time zone may have begun already.
  const all = months.includes(shown) ? months : [shown, ...months];
  return (
    <Page
      title={title}
      about="All workspaces. An entry of the ledger counts in the month in which it is made."
      actions={
        <Pick
          label="Month"
          isLabelHidden
          options={all.map((value) => ({ value, label: nameOf(value) }))}
          value={shown}
          onChange={(value) => setParams({ month: value }, { replace: true })}
        />
      }
    >
      <Loaded query={books} rows={8} label="Loading the books">
        {(data) => <Shown books={data} />}
      </Loaded>
    </Page>
  );
}

function Shown({ books }: { books: Books }) {
  const { lines, agrees, opening, closing, state } = books;
  const digits = decimalsOf([opening, closing, ...lines.map(({ amount }) => amount)]);
  const moved = lines.filter(({ entries }) => entries > 0);
  const ofWorkspaces = moved.filter(({ effect }) => effect !== 'none');
  const own = moved.filter(({ effect }) => effect === 'none');
  return (
    <>
      {!agrees && (
        <Notice tone="bad" title="The books don’t come to what the accounts have" isAlert>
          Something in the database was changed by hand. The command <code>audit</code> says what.
        </Notice>
      )}
      <div className="columns">
        <Card
          title="Credit of workspaces"
          about={<Period books={books} />}
          isFlush
          actions={
            <>
              <StateBadge state={state} />
              <Button small icon="download" onPress={() => saveLines(books)}>
                CSV
              </Button>
            </>
          }
        >
          <LineTable
            label="Credit of workspaces"
            lines={[{ title: 'Opening credit', amount: opening }, ...ofWorkspaces]}
            sums={[
              { title: state === 'open' ? 'Credit so far' : 'Closing credit', amount: closing },
            ]}
            digits={digits}
          />
        </Card>
        <div className="stack">
          <Card
            title="Providers and losses"
            about="What the deployment owes and bears. It changes no workspace’s credit."
            isFlush={own.length > 0}
          >
            {own.length === 0 ? (
              <p className="muted">Nothing was charged or lost in this month.</p>
            ) : (
              <LineTable label="Providers and losses" lines={own} digits={digits} />
            )}
          </Card>
          <Unknown books={books} />
        </div>
      </div>
      <Entries books={books} digits={digits} />
      <PaymentsCard />
    </>
  );
}

function Period({ books: { from, to, timeZone, state } }: { books: Books }) {
  return (
    <>
      {timeZone === 'UTC' ? 'In UTC' : `In ${timeZone}, from `}
      {timeZone !== 'UTC' && (
        <>
          <Moment at={from} /> to <Moment at={to} />
        </>
      )}
      . {STATES[state]?.words}
    </>
  );
}

const STATES: Record<string, { badge: string; tone: string; words: string } | undefined> = {
  open: {
    badge: 'Open',
    tone: 'busy',
    words: 'The month isn’t over, so its numbers still change.',
  },
  closing: { badge: 'Closing', tone: 'warn', words: 'The month is over and becomes final soon.' },
  final: { badge: 'Final', tone: 'good', words: 'These numbers never change.' },
};

function StateBadge({ state }: { state: string }) {
  const { badge, tone } = STATES[state] ?? { badge: state, tone: 'plain' };
  return <Badge tone={tone}>{badge}</Badge>;
}

interface Line {
  title: string;
  amount: string;
  entries?: number;
  effect?: string;
}

interface LineTableProps {
  label: string;
  lines: Line[];
  sums?: Line[];
  digits: number;
}

function LineTable({ label, lines, sums = [], digits }: LineTableProps) {
  return (
    <DataTable
      {...{ label, sums }}
      look="slim"
      rows={lines}
      keyOf={({ title }) => title}
      numbers={['Entries', 'Amount']}
      classes={{ Entries: 'books-count' }}
      columns={{
        Line: ({ title }) => title,
        Entries: ({ entries }) => entries !== undefined && formatCount(entries),
        Amount: ({ amount, effect = '' }) => (
          <Amount text={amount} digits={digits} sign={SIGNS[effect] ?? ''} />
        ),
      }}
    />
  );
}

const SIGNS: Record<string, string | undefined> = { in: '+', out: '−' };

/** What is in no line, because nobody told it. */
function Unknown({ books: { unknownCosts } }: { books: Books }) {
  return (
    <Card title="Not in these books">
      <ul className="plain-list">
        <li>
          {unknownCosts === 0
            ? 'No run of this month has a cost that nobody knows.'
            : `What ${plural(unknownCosts, 'run')} cost: no provider told, and no workspace was charged.`}
        </li>
        <li>The fees of the payment provider. Its own reports have them.</li>
        <li>Refunded or contested payments, as far as the wallet no longer had the credit.</li>
      </ul>
    </Card>
  );
}

function Entries({ books, digits }: { books: Books; digits: number }) {
  const { entries, month } = books;
  return (
    <Card
      title="Entries to book"
      about="Each line once in each of two accounts. Credits of Workspace credit raise what is owed to workspaces."
      isFlush={entries.length > 0}
      actions={
        <Button
          small
          icon="download"
          isDisabled={entries.length === 0}
          onPress={() => saveEntries(books)}
        >
          CSV
        </Button>
      }
    >
      {entries.length === 0 ? (
        <Empty icon="usage" title="Nothing to book">
          No entry of the ledger was made in {month}.
        </Empty>
      ) : (
        <DataTable
          label="Entries to book"
          rows={entries}
          sums={[
            {
              ...{ account: 'Sum', text: '', date: '' },
              debit: sumOf(entries.map(({ debit }) => debit)),
              credit: sumOf(entries.map(({ credit }) => credit)),
            },
          ]}
          keyOf={({ account, text }) => `${text} ${account}`}
          numbers={['Debit', 'Credit']}
          columns={{
            Account: ({ account }) => account,
            For: ({ text }) => text !== '' && text,
            Debit: ({ debit }) => debit !== undefined && <Amount text={debit} digits={digits} />,
            Credit: ({ credit }) =>
              credit !== undefined && <Amount text={credit} digits={digits} />,
          }}
        />
      )}
    </Card>
  );
}

interface AmountProps {
  /** All digits of the scale. */
  text: string;
  /** How many decimals every amount of the page has, so that what is shown adds up. */
  digits: number;
  sign?: string;
}

function Amount({ text, digits, sign = '' }: AmountProps) {
  const { currency } = useUnit();
  const [whole = '0', fraction = ''] = text.split('.');
  const shown = fraction.slice(0, digits);
  return (
    <data className="money" value={text}>
      {sign}
      <span className="money-quiet">{symbolOf(currency)}</span>
      {whole.replace(/\B(?=(\d{3})+$)/g, ',')}.{shown.slice(0, 2)}
      {shown.length > 2 && <span className="money-quiet">{shown.slice(2)}</span>}
    </data>
  );
}

/** As many as the amounts need, and no fewer than two. */
function decimalsOf(amounts: readonly string[]): number {
  const needed = amounts.map((text) => (text.split('.')[1] ?? '').replace(/0+$/, '').length);
  return Math.max(2, ...needed);
}

function sumOf(amounts: readonly (string | undefined)[]): string {
  const given = amounts.filter((text) => text !== undefined);
  const scale = given[0]?.split('.')[1]?.length ?? 0;
  const units = given.reduce((sum, text) => sum + BigInt(text.replace('.', '')), 0n);
  const digits = String(units).padStart(scale + 1, '0');
  return `${digits.slice(0, digits.length - scale)}.${digits.slice(digits.length - scale)}`;
}

/* The files have the same columns as those of the command `books month`. */

function saveLines({ month, timeZone, state, opening, lines, closing, currency }: Books): void {
  const row = (name: string, effect: string, amount: string, entries?: number) => [
    ...[month, timeZone, state, name, effect, amount, currency, unitsOf(amount), entries],
  ];
  const rows = [
    row('opening', '', opening),
    ...lines.map(({ name, effect, amount, entries }) =>
      row(name, effect === 'none' ? '' : effect, amount, entries),
    ),
    row('closing', '', closing),
  ];
  const head = ['month', 'time_zone', 'state', 'line', 'effect', 'amount', 'currency', 'units'];
  download(`books-${month}.csv`, toCsv([...head, 'entries'], rows));
}

function unitsOf(amount: string): string {
  return String(BigInt(amount.replace('.', '')));
}

function saveEntries({ month, state, entries, currency }: Books): void {
  const head = ['date', 'account', 'debit', 'credit', 'currency', 'text', 'state'];
  const rows = entries.map(({ date, account, debit, credit, text }) => [
    ...[date, account, debit, credit, currency, text, state],
  ]);
  download(`books-${month}-entries.csv`, toCsv(head, rows));
}

/** The current one first. */
function monthsBefore(now: number): string[] {
  const at = new Date(now);
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - index, 1)).toISOString().slice(0, 7),
  );
}

function nameOf(month: string): string {
  const name = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${month}-01T00:00:00.000Z`).toLocaleDateString('en-US', name);
}
