/** `wallet`: the balance of a workspace, its credits, and where every unit came from and went. */

import { Command } from '@commander-js/extra-typings';
import { recordAct } from '../audit-trail/index.ts';
import { parseCount, parseMoney } from '../cli/arguments.ts';
import { formatTime, print, table } from '../cli/output.ts';
import { withDatabase } from '../cli/session.ts';
import { runIdOf } from '../kinds.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { formatMoney, type Unit } from '../platform/lib/money.ts';
import { findWorkspace } from '../workspaces/index.ts';
import {
  type AuditResult,
  audit,
  type Balance,
  createLedger,
  type EntryRow,
  topUpWallet,
} from './index.ts';

export function walletCommand(): Command {
  return new Command('wallet')
    .description('show, credit and explain the money of a workspace')
    .addCommand(showCommand())
    .addCommand(creditCommand())
    .addCommand(entriesCommand());
}

function showCommand() {
  return new Command('show')
    .description('show the wallet and the credit of keys')
    .argument('<workspace>', 'name or id of the workspace')
    .option('--json', 'print JSON')
    .action((name, options) =>
      withDatabase(async ({ db, unit }) => {
        const workspace = await findWorkspace(db, name);
        const balances = await createLedger({ db }).balances(workspace.id);
        print(options, { ...unit, accounts: balances.map(toJson) }, () =>
          table(balances.map((balance) => toRow(balance, unit))),
        );
      }),
    );
}

function creditCommand() {
  return new Command('credit')
    .description('credit the wallet, once per reference')
    .argument('<workspace>', 'name or id of the workspace')
    .requiredOption('--amount <money>', 'amount in US dollars, such as 25 or 25.00')
    .requiredOption('--reference <text>', 'what the payment is called in your books')
    .option('--json', 'print JSON')
    .addHelpText('after', CREDIT_HELP)
    .action((name, options) =>
      withDatabase(async ({ db, unit }) => {
        const { reference } = options;
        const amount = parseMoney(options.amount, unit);
        const workspace = await findWorkspace(db, name);
        const topUp = { workspace: workspace.id, amount, reference };
        const { replayed, wallet } = await db.transaction(async (tx) => {
          const made = await topUpWallet(tx, topUp);
          const detail = { amount, reference };
          const act = { workspace: workspace.id, kind: 'wallet_credited', detail };
          if (!made.replayed) await recordAct(tx, { ...act, via: 'command_line' });
          return made;
        });
        print(options, { ...unit, replayed, amount, reference, wallet: toJson(wallet) }, () =>
          [
            replayed
              ? `Nothing to do: ${reference} has credited ${formatMoneyAndInteger(amount, unit)} before.`
              : `Credited ${formatMoneyAndInteger(amount, unit)} to ${workspace.name}.`,
            `The wallet has ${formatMoney(wallet.available, unit)} available.`,
          ].join('\n'),
        );
      }),
    );
}

const CREDIT_HELP = `
The reference makes it safe to repeat: sent again with the same amount nothing
happens, with another amount it is refused.

Example:
  npm run cli -- wallet credit acme --amount 25.00 --reference invoice-1001`;

function entriesCommand() {
  return new Command('entries')
    .description('list the ledger entries of a workspace, newest first')
    .argument('<workspace>', 'name or id of the workspace')
    .option('--limit <n>', 'entries at most', parseCount, 50)
    .option('--before <entry>', 'only entries older than this one', parseCount)
    .option('--json', 'print JSON')
    .action((name, options) =>
      withDatabase(async ({ db, unit }) => {
        const { limit, before } = options;
        const workspace = await findWorkspace(db, name);
        const page = { limit, ...(before === undefined ? {} : { before }) };
        const { entries, next } = await createLedger({ db }).entries(workspace.id, page);
        print(options, { ...unit, entries: entries.map(entryToJson), next }, () =>
          [
            entries.length === 0 ? 'There is no entry.' : entriesTable(entries, unit),
            ...(next === null ? [] : [`\nOlder ones: --before ${next}`]),
          ].join('\n'),
        );
      }),
    );
}

export function entriesTable(entries: readonly EntryRow[], unit: Unit): string {
  return table(
    entries.map((entry) => ({
      entry: String(entry.id),
      time: formatTime(entry.createdAt),
      kind: entry.kind,
      amount: formatMoney(entry.amount, unit),
      from: entry.from,
      to: entry.to,
      account: entry.accountKind,
      'run or reference':
        entry.run === null ? (entry.reference ?? '') : runIdOf(entry.runKind, entry.run),
    })),
  );
}

export function entryToJson({ runKind, ...entry }: EntryRow) {
  const run = entry.run === null ? null : runIdOf(runKind, entry.run);
  return { ...entry, account: uuidToId('acc', entry.account), run };
}

function toJson(balance: Balance) {
  return { ...balance, account: uuidToId('acc', balance.account) };
}

function toRow(balance: Balance, unit: Unit): Record<string, string> {
  return {
    account: uuidToId('acc', balance.account),
    kind: balance.kind,
    available: formatMoney(balance.available, unit),
    held: formatMoney(balance.held, unit),
    spent: formatMoney(balance.spent, unit),
    'pending runs': String(balance.pending),
  };
}

/* `audit`: recomputes every invariant from the ledger; exits with 1 at the first that fails, and names it. */

export function auditCommand() {
  return new Command('audit')
    .description(
      'recompute every invariant of money, runs and queue; exit 1 at the first that fails',
    )
    .option('--from-the-start', 'also add up again every entry that is in closed balances')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((options) =>
      withDatabase(async ({ db }) => {
        const checks: AuditResult[] = [];
        for await (const result of audit(db, options)) {
          checks.push(result);
          if (!options.json) process.stdout.write(`${lineOf(result)}\n`);
          if (!result.ok) break;
        }
        const failed = checks.find(({ ok }) => !ok);
        print(options, { ok: failed === undefined, checks }, () =>
          failed === undefined
            ? `\nAll ${checks.length} checks hold.`
            : `\nThe check ${failed.name} failed: ${failed.about}. This is not so:\n${failed.faults.map((fault) => `  ${fault}`).join('\n')}`,
        );
        if (failed !== undefined) process.exitCode = 1;
      }),
    );
}

const HELP = `
Reads in short transactions, also while the service runs, and changes nothing.
Holds and charges are added up from the entries of the ledger and compared.

Balances are added up from closed balances, which workers keep, and the entries
behind them. The role that the service works as can't change a closed balance,
and one that the owner of the tables has changed does not match the cached one.
What the owner has changed in an old entry is found by its run, or, where it has
none, by --from-the-start. That reads the whole ledger, in short transactions
too.`;

function lineOf({ name, about, ok }: AuditResult): string {
  return `${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(14)} ${about}`;
}

/** `25.00 USD (in the API, 25000000000)` */
function formatMoneyAndInteger(amount: number, unit: Unit): string {
  return `${formatMoney(amount, unit)} (in the API, ${amount})`;
}
