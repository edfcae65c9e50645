/** `customers`: the end users of a workspace, what they may spend, and blocks. */
import { Command, Option } from '@commander-js/extra-typings';
import { parseCount, parseMoney } from '../cli/arguments.ts';
import { facts, formatTime, print, table } from '../cli/output.ts';
import { withParts } from '../cli/session.ts';
import { openCustomers } from '../compose/customers.ts';
import { formatMoney, type Unit } from '../platform/lib/money.ts';
import { eraseCommand } from '../runs/edges/cli-content.ts';
import { findWorkspace } from '../workspaces/index.ts';
import {
  type BudgetsInput,
  budgetsLeft,
  type Customer,
  type CustomerSummary,
  type Customers,
} from './index.ts';

export function customersCommand(): Command {
  return new Command('customers')
    .description('list the end users of a workspace, and bound, block and erase them')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(createCommand())
    .addCommand(budgetsCommand())
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
    .addOption(new Option('--state <state>', 'only those in it').choices(STATES))
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
    .option('--json', 'print JSON')
    .addHelpText('after', CREATE_HELP)
    .action((name, endUserId, { name: called, json, ...given }) =>
      withCustomers(name, async ({ customers, workspace, unit }) => {
        const budgets = budgetsGiven(given, unit);
        const input = {
          ...{ endUserId, ...(called !== undefined && { name: called }) },
          ...(Object.keys(budgets).length > 0 && { budgets }),
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
  print(options, { ...toJson(customer), monthSpent, budgets: left }, () =>
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
    }),
  );
}

function toRow(customer: CustomerSummary): Record<string, string> {
  const { endUserId, name, state, hasBudgets, createdAt } = customer;
  return {
    ...{ customer: endUserId, name: name ?? '', state },
    budgets: hasBudgets ? 'its own' : 'default',
    created: formatTime(createdAt),
  };
}

function toJson({ endUserId, name, metadata, state, hasBudgets, createdAt }: CustomerSummary) {
  return { endUserId, name, metadata, state, hasOwnBudgets: hasBudgets, createdAt };
}
