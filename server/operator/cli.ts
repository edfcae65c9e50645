/** `operators`: who may use the console of the deployment. */
import { Command, Option } from '@commander-js/extra-typings';
import { formatTime, print, table } from '../cli/output.ts';
import { withDatabase } from '../cli/session.ts';
import {
  addOperator,
  listOperators,
  OPERATOR_ROLES,
  type OperatorRow,
  removeOperator,
} from '../people/index.ts';
import { uuidToId } from '../platform/lib/ids.ts';

export function operatorsCommand(): Command {
  return new Command('operators')
    .description('who uses the console of the deployment, at /operator: add, list, remove')
    .addCommand(addCommand())
    .addCommand(listCommand())
    .addCommand(removeCommand());
}

function addCommand() {
  return new Command('add')
    .description('let a person use the console, or give them another role there')
    .argument('<email>', 'email address of a user')
    .addOption(
      new Option('--role <role>', 'what they may do').choices(OPERATOR_ROLES).makeOptionMandatory(),
    )
    .option('--unverified', 'even if the user has not proven the address')
    .option('--json', 'print JSON')
    .addHelpText('after', ADD_HELP)
    .action((email, options) =>
      withDatabase(async ({ db }) => {
        const { role, unverified: isTheirs = false } = options;
        const operator = await addOperator(db, { email, role, isTheirs });
        print(options, toJson(operator), () =>
          [
            `${operator.email} is ${operator.role} of the deployment.`,
            ...(operator.hasSecondFactor
              ? []
              : ['They turn on a second factor first, on the page of their account.']),
          ].join('\n'),
        );
      }),
    );
}

const ADD_HELP = `
A viewer reads all workspaces with their money; an admin also acts. The console
takes a second factor, and shows nothing of what runs were asked or answered.
A person who is no user yet joins a workspace first, such as your own:
  npm run cli -- members invite acme --email ada@example.com
  npm run cli -- operators add ada@example.com --role viewer`;

function listCommand() {
  return new Command('list')
    .description('list the people who may use the console')
    .option('--json', 'print JSON')
    .action((options) =>
      withDatabase(async ({ db }) => {
        const operators = await listOperators(db);
        print(options, operators.map(toJson), () =>
          operators.length === 0
            ? 'There is no operator yet: npm run cli -- operators add'
            : table(operators.map(toRow)),
        );
      }),
    );
}

function removeCommand() {
  return new Command('remove')
    .description('take the console away from a person, from their next request on')
    .argument('<email>', 'email address of the user')
    .option('--json', 'print JSON')
    .action((email, options) =>
      withDatabase(async ({ db }) => {
        const removed = await removeOperator(db, email);
        print(options, { email, removed }, () =>
          removed ? `${email} is no longer an operator.` : `${email} is not an operator.`,
        );
      }),
    );
}

function toRow({ email, name, role, grantedAt, hasSecondFactor }: OperatorRow) {
  return {
    ...{ email, name, role, since: formatTime(grantedAt) },
    'second factor': hasSecondFactor ? 'yes' : 'no',
  };
}

function toJson({ user, name, email, role, grantedAt, hasSecondFactor }: OperatorRow) {
  return { user: uuidToId('user', user), name, email, role, grantedAt, hasSecondFactor };
}
