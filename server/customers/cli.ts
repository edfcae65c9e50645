/** `customers`: the end users of a workspace, what they may spend, and blocks. */
import { Command, Option } from '@commander-js/extra-typings';
import { parseCount, parseMoment, parseMoney } from '../cli/arguments.ts';
import { facts, formatTime, print, table } from '../cli/output.ts';
import { withParts } from '../cli/session.ts';
import { openCustomers } from '../compose/retention.ts';
import { leftOf } from '../money/index.ts';
import { idToUuid, uuidToId } from '../platform/lib/ids.ts';
import { formatMoney, type Unit } from '../platform/lib/money.ts';
import { eraseCommand } from '../runs/edges/cli-content.ts';
import { findWorkspace } from '../workspaces/index.ts';
import {
  type BudgetsInput,
  balanceLeft,
  budgetsLeft,
  CUSTOMER_GRANT_PREFIX,
  type Customer,
  type CustomerGrant,
  type CustomerSummary,
  type Customers,
} from './index.ts';

export function customersCommand(): Command {
  return new Command('customers')
    .description('list the end users of a workspace, and bound, prepay, block and erase them')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(createCommand())
    .addCommand(budgetsCommand())
    .addCommand(grantCommand())
    .addCommand(grantsCommand())
    .addCommand(revokeCommand())
    .addCommand(endBalanceCommand())
    .addCommand(stateCommand('block', 'refuse the runs of a customer from now on', 'blocked'))
    .addCommand(stateCommand('unblock', 'let a customer create runs again', 'active'))
    .addCommand(eraseCommand());
}

interface Session {
  customers: Customers;
  workspace: string;
  unit: Unit;
}

function withCustomers(name: string, work: (session: Session) => Promise<void>): Promise<void> {
  return withParts(async ({ db, unit, parts }) => {
    const { id: workspace } = await findWorkspace(db, name);
    await parts.quotas.refresh();
    await work({ customers: openCustomers({ db, parts }), workspace, unit });
  });
}

const WORKSPACE = ['<workspace>', 'name or id of the workspace'] as const;
const CUSTOMER = ['<customer>', 'as programs name it: the endUserId of runs'] as const;

function listCommand() {
  return new Command('list')
    .description('list the customers of a workspace, newest first')
    .argument(...WORKSPACE)
    .addOption(new Option('--state <state>', 'only those in this state').choices(STATES))
    .option('--limit <n>', 'customers at most', parseCount, 20)
    .option('--json', 'print JSON')
    .action((name, { state, limit, json }) =>
      withCustomers(name, async ({ customers, workspace }) => {
        const query = { limit, ...(state !== undefined && { state }) };
        const { customers: page } = await customers.list(workspace, query);
        print({ json }, { customers: page.map(toJson) }, () =>
          page.length === 0 ? 'There is no such customer.' : table(page.map(toRow)),
        );
      }),
    );
}

const STATES = ['active', 'blocked', 'erasing'] as const;

function showCommand() {
  return new Command('show')
    .description('show a customer, what it spent this month, and what its budgets leave')
    .argument(...WORKSPACE)
    .argument(...CUSTOMER)
    .option('--json', 'print JSON')
    .action((name, customer, options) =>
      withCustomers(name, async ({ customers, workspace, unit }) => {
        show(options, await customers.get(workspace, customer), unit);
      }),
    );
}

function createCommand() {
  return new Command('create')
    .description('make a customer before its first run')
    .argument(...WORKSPACE)
    .argument(...CUSTOMER)
    .option('--name <name>', 'what people call it')
    .option('--day <money>', 'US dollars that its runs may cost in a day, in UTC')
    .option('--month <money>', 'the same in a month of the calendar')
    .option('--total <money>', 'the same in all')
    .option('--prepaid', 'let its runs cost nothing before a grant')
    .option('--json', 'print JSON')
    .addHelpText('after', CREATE_HELP)
    .action((name, endUserId, { name: called, prepaid, json, ...given }) =>
      withCustomers(name, async ({ customers, workspace, unit }) => {
        const budgets = budgetsGiven(given, unit);
        const input = {
          ...{ endUserId, ...(called !== undefined && { name: called }) },
          ...(Object.keys(budgets).length > 0 && { budgets }),
          ...(prepaid && { hasBalance: true }),
        };
        // A second one with the same name is refused, whatever its request key.
        const key = `cli ${crypto.randomUUID()}`;
        const { customer } = await customers.create({ workspace }, key, input);
        show({ json }, customer, unit);
      }),
    );
}

const CREATE_HELP = `
A customer also appears with its first run. Without budgets of its own, the
default budgets of the workspace apply.

Example:
  npm run cli -- customers create acme bakery --name "Ada's bakery" --month 5.00`;

function budgetsCommand() {
  return new Command('budgets')
    .description('change what the runs of a customer may cost')
    .argument(...WORKSPACE)
    .argument(...CUSTOMER)
    .option('--day <money>', 'US dollars that its runs may cost in a day, in UTC')
    .option('--month <money>', 'the same in a month of the calendar')
    .option('--total <money>', 'the same in all')
    .addOption(
      new Option('--default', 'let it follow the default budgets of the workspace').conflicts([
        ...['day', 'month', 'total'],
      ]),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', BUDGETS_HELP)
    .action((name, customer, { default: isDefault, json, ...given }) =>
      withCustomers(name, async ({ customers, workspace, unit }) => {
        const budgets = isDefault ? null : budgetsGiven(given, unit);
        show({ json }, await customers.update({ workspace }, customer, { budgets }), unit);
      }),
    );
}

const BUDGETS_HELP = `
These are all budgets of the customer: one that is left out ends. Without any,
the customer spends without a budget; one of 0 lets it spend nothing. What it
has used counts, and the budgets hold for the next run.

Examples:
  npm run cli -- customers budgets acme bakery --day 1.00 --month 5.00
  npm run cli -- customers budgets acme bakery --default`;

function grantCommand() {
  return new Command('grant')
    .description('add an amount to the prepaid balance of a customer, once per reference')
    .argument(...WORKSPACE)
    .argument(...CUSTOMER)
    .requiredOption('--amount <money>', 'amount in US dollars, such as 5 or 5.00')
    .requiredOption('--reference <text>', 'what it is called in your books, such as the order')
    .option('--expires <when>', 'day or time at which the rest is taken', parseMoment)
    .option('--note <text>', 'what it is for; the workspace sees it')
    .option('--json', 'print JSON')
    .addHelpText('after', GRANT_HELP)
    .action((name, customer, { amount, reference, expires = null, note = null, json }) =>
      withCustomers(name, async ({ customers, workspace, unit }) => {
        const given = { amount: parseMoney(amount, unit), note, expiresAt: expires };
        const { grant } = await customers.grant({ workspace }, reference, customer, given);
        print({ json }, toGrantJson(grant), () => facts(toGrantRow(grant, unit)));
      }),
    );
}

const GRANT_HELP = `
The first grant begins the balance of the customer: from then on its runs may
cost only what is left of it, besides its budgets. The wallet of the workspace
pays each run as before. Without an expiry, a grant never expires.

The reference makes it safe to repeat: sent again with the same amount, expiry
and note nothing happens, with others it is refused.

Example:
  npm run cli -- customers grant acme bakery --amount 5.00 --reference order-7731 --note "Starter package"`;

function grantsCommand() {
  return new Command('grants')
    .description('list what a customer was granted, newest first')
    .argument(...WORKSPACE)
    .argument(...CUSTOMER)
    .option('--limit <n>', 'grants at most', parseCount, 20)
    .option('--json', 'print JSON')
    .action((name, customer, { limit, json }) =>
      withCustomers(name, async ({ customers, workspace, unit }) => {
        const { grants } = await customers.grants(workspace, customer, { limit });
        print({ json }, { grants: grants.map(toGrantJson) }, () =>
          grants.length === 0
            ? 'The customer was granted nothing.'
            : table(grants.map((grant) => toGrantRow(grant, unit))),
        );
      }),
    );
}

function revokeCommand() {
  return new Command('revoke')
    .description('take what is left of a grant')
    .argument(...WORKSPACE)
    .argument(...CUSTOMER)
    .argument('<grant>', 'its id, cgr_...')
    .option('--json', 'print JSON')
    .action((name, customer, id, options) =>
      withCustomers(name, async ({ customers, workspace, unit }) => {
        const uuid = idToUuid(CUSTOMER_GRANT_PREFIX, id);
        const grant = await customers.revoke({ workspace }, customer, uuid);
        print(options, toGrantJson(grant), () => facts(toGrantRow(grant, unit)));
      }),
    );
}

function endBalanceCommand() {
  return new Command('end-balance')
    .description('take what is left of all grants, and let the customer spend without a balance')
    .argument(...WORKSPACE)
    .argument(...CUSTOMER)
    .option('--json', 'print JSON')
    .action((name, customer, options) =>
      withCustomers(name, async ({ customers, workspace, unit }) => {
        show(options, await customers.update({ workspace }, customer, { hasBalance: false }), unit);
      }),
    );
}

function toGrantJson(grant: CustomerGrant) {
  const { id, note, amount, expired, createdAt, endsAt } = grant;
  const shown = { id: uuidToId(CUSTOMER_GRANT_PREFIX, id), note, amount, left: leftOf(grant) };
  return { ...shown, expired, createdAt, expiresAt: endsAt };
}

function toGrantRow(grant: CustomerGrant, unit: Unit): Record<string, string> {
  const { id, note, left, amount, expired, createdAt, expiresAt } = toGrantJson(grant);
  return {
    ...{ grant: id, granted: formatMoney(amount, unit), left: formatMoney(left, unit) },
    ...{ expired: formatMoney(expired, unit), given: formatTime(createdAt) },
    ...{ expires: expiresAt ? formatTime(expiresAt) : 'never', note: note ?? '' },
  };
}

function stateCommand(verb: string, description: string, state: 'active' | 'blocked') {
  return new Command(verb)
    .description(description)
    .argument(...WORKSPACE)
    .argument(...CUSTOMER)
    .option('--json', 'print JSON')
    .action((name, customer, options) =>
      withCustomers(name, async ({ customers, workspace, unit }) => {
        show(options, await customers.update({ workspace }, customer, { state }), unit);
      }),
    );
}

interface BudgetOptions {
  day?: string | undefined;
  month?: string | undefined;
  total?: string | undefined;
}

function budgetsGiven({ day, month, total }: BudgetOptions, unit: Unit): BudgetsInput {
  return {
    ...(day !== undefined && { dayAmount: parseMoney(day, unit, 0) }),
    ...(month !== undefined && { monthAmount: parseMoney(month, unit, 0) }),
    ...(total !== undefined && { totalAmount: parseMoney(total, unit, 0) }),
  };
}

function show(options: { json?: true | undefined }, customer: Customer, unit: Unit): void {
  const { monthSpent, name, metadata } = customer;
  const left = budgetsLeft(customer);
  const balance = customer.balance && balanceLeft(customer.balance);
  print(options, { ...toJson(customer), monthSpent, budgets: left, balance }, () =>
    facts({
      ...toRow(customer),
      name: name ?? undefined,
      ...(metadata && { labels: JSON.stringify(metadata) }),
      'this month': formatMoney(monthSpent, unit),
      ...Object.fromEntries(
        left.map(({ period, limit, available, resetsAt }) => [
          `budget (${period})`,
          `${formatMoney(limit, unit)}, of which ${formatMoney(available, unit)} is left${resetsAt ? ` until ${formatTime(resetsAt)}` : ''}`,
        ]),
      ),
      ...(balance && {
        balance: `${formatMoney(balance.available, unit)} of ${formatMoney(balance.granted, unit)} granted`,
      }),
    }),
  );
}

function toRow(customer: CustomerSummary): Record<string, string> {
  const { endUserId, name, state, hasBudgets, hasBalance, createdAt } = customer;
  return {
    ...{ customer: endUserId, name: name ?? '', state },
    budgets: hasBudgets ? 'its own' : 'default',
    prepaid: hasBalance ? 'yes' : '',
    created: formatTime(createdAt),
  };
}

function toJson(customer: CustomerSummary) {
  const { endUserId, name, metadata, state, hasBudgets, hasBalance, createdAt } = customer;
  return {
    ...{ endUserId, name, metadata, state, hasOwnBudgets: hasBudgets, hasBalance, createdAt },
  };
}
