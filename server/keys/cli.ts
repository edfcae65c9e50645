/** `keys`: who may call the API, for what, and with whose credit. */
import { Command, Option } from '@commander-js/extra-typings';
import { NONE, parseDuration, parseMoment, parseMoney } from '../cli/arguments.ts';
import { facts, formatTime, print, table } from '../cli/output.ts';
import { withDatabase, withParts } from '../cli/session.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { formatMoney, type Unit } from '../platform/lib/money.ts';
import { findWorkspace } from '../workspaces/index.ts';
import {
  type CreatedKey,
  changeKey,
  createKey,
  type KeyRow,
  limitsOf,
  listKeys,
  revokeKey,
  rotateKey,
  SCOPES,
} from './index.ts';

export function keysCommand(): Command {
  return new Command('keys')
    .description('create, list, limit, revoke and rotate API keys')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(limitCommand())
    .addCommand(revokeCommand())
    .addCommand(rotateCommand());
}

function createCommand() {
  return new Command('create')
    .description('create a key; its text is shown once and kept nowhere')
    .argument('<workspace>', 'name or id of the workspace')
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption('--scope <scopes...>', `permissions, of ${SCOPES.join(', ')}`)
    .option('--expires <when>', 'day or time after which it is refused', parseMoment)
    .addOption(
      new Option('--expires-in <duration>', 'the same, counted from now, such as 90d')
        .argParser(parseDuration)
        .conflicts('expires'),
    )
    .option('--credit <money>', 'US dollars that only this key spends, out of the wallet')
    .option('--wallet-fallback', 'if its credit does not suffice, spend the wallet')
    .option('--limit-day <money>', 'US dollars that it may spend in a day, in UTC')
    .option('--limit-month <money>', 'the same in a month of the calendar')
    .option('--models <models...>', 'the only models that it may name, such as openai/*')
    .option('--json', 'print JSON')
    .addHelpText('after', CREATE_HELP)
    .action((name, options) =>
      withDatabase(async ({ db, unit }) => {
        const workspace = await findWorkspace(db, name);
        const expiresAt =
          options.expiresIn === undefined
            ? options.expires
            : new Date(Date.now() + options.expiresIn);
        const created = await createKey(db, {
          workspace: workspace.id,
          name: options.name,
          scopes: options.scope.flatMap((scope) => scope.split(',')),
          ...(expiresAt === undefined ? {} : { expiresAt }),
          ...(options.credit === undefined ? {} : { credit: parseMoney(options.credit, unit) }),
          walletFallback: options.walletFallback === true,
          ...limitsGiven(options, unit),
        });
        print(options, createdToJson(created), () => describeCreated(created));
      }),
    );
}

const CREATE_HELP = `
A key has exactly the permissions that are named: read lets it look, run lets it
spend. Without --credit it spends the wallet of the workspace.

Examples:
  npm run cli -- keys create acme --name backend --scope models:read models:run
  npm run cli -- keys create acme --name trial --scope models:run --credit 5.00 --expires-in 30d`;

function listCommand() {
  return new Command('list')
    .description('list the keys of a workspace, without their texts')
    .argument('<workspace>', 'name or id of the workspace')
    .option('--json', 'print JSON')
    .action((name, options) =>
      withDatabase(async ({ db, unit }) => {
        const workspace = await findWorkspace(db, name);
        const keys = await listKeys(db, workspace.id);
        print(options, keys.map(toJson), () =>
          keys.length === 0 ? 'There is no key.' : table(keys.map((key) => toRow(key, unit))),
        );
      }),
    );
}

function limitCommand() {
  return new Command('limit')
    .description('change what a key may spend, and which models it may name')
    .argument('<key>', 'id of the key, as keys list shows it')
    .option('--limit-day <money>', 'US dollars that it may spend in a day, in UTC, or none')
    .option('--limit-month <money>', 'the same in a month of the calendar, or none')
    .option('--models <models...>', 'the only models that it may name, or any')
    .option('--json', 'print JSON')
    .addHelpText('after', LIMIT_HELP)
    .action((id, options) =>
      withDatabase(async ({ db, unit }) => {
        const { limitDay, limitMonth, models } = options;
        const { dayLimit, monthLimit, ...given } = limitsGiven(
          {
            limitDay: limitDay === NONE ? undefined : limitDay,
            limitMonth: limitMonth === NONE ? undefined : limitMonth,
            models: isAny(models) ? undefined : models,
          },
          unit,
        );
        const key = await changeKey(db, {
          id,
          change: {
            ...given,
            ...(limitDay !== undefined && { dayLimit: dayLimit ?? null }),
            ...(limitMonth !== undefined && { monthLimit: monthLimit ?? null }),
            ...(isAny(models) && { models: null }),
          },
        });
        print(options, toJson(key), () => describeLimits(key, unit));
      }),
    );
}

const ANY = 'any';

const LIMIT_HELP = `
What is left out stays as it is. A limit counts what the key has used of the day
and of the month already, and holds at once; the list of models does within a
second.

Examples:
  npm run cli -- keys limit key_01... --limit-day 5.00 --limit-month 100.00
  npm run cli -- keys limit key_01... --limit-day none --models any`;

function isAny(models: string[] | undefined): boolean {
  return models?.length === 1 && models[0] === ANY;
}

interface LimitOptions {
  limitDay?: string | undefined;
  limitMonth?: string | undefined;
  models?: string[] | undefined;
}

function limitsGiven({ limitDay, limitMonth, models }: LimitOptions, unit: Unit) {
  return {
    ...(limitDay !== undefined && { dayLimit: parseMoney(limitDay, unit, 0) }),
    ...(limitMonth !== undefined && { monthLimit: parseMoney(limitMonth, unit, 0) }),
    ...(models !== undefined && { models: models.flatMap((model) => model.split(',')) }),
  };
}

function describeLimits(key: KeyRow, unit: Unit): string {
  const rows = limitsOf(key).map(({ period, limit, available, resetsAt }) => [
    period,
    `${formatMoney(limit, unit)}, of which ${formatMoney(available, unit)} is left until ${formatTime(resetsAt)}`,
  ]);
  return facts({
    key: uuidToId('key', key.id),
    name: key.name,
    ...Object.fromEntries(rows),
    models: key.models?.join(', ') ?? ANY,
  });
}

function revokeCommand() {
  return new Command('revoke')
    .description('refuse a key from now on, everywhere within a second')
    .argument('<key>', 'id of the key, as keys list shows it')
    .option('--json', 'print JSON')
    .addHelpText('after', REVOKE_HELP)
    .action((id, options) =>
      withParts(async ({ db, unit, parts: { runs } }) => {
        const revoked = await revokeKey(db, id, runs.failUnsentRunsOfKeys);
        const { key, returned, failedRuns } = revoked;
        print(options, { ...toJson(key), returned, failedRuns }, () =>
          [
            `Revoked ${key.name} (${key.prefix}...${key.last4}).`,
            `Runs that failed because they were not sent yet: ${failedRuns}. Those that were sent go on.`,
            ...(returned > 0 ? [`${formatMoney(returned, unit)} went back to the wallet.`] : []),
          ].join('\n'),
        );
      }),
    );
}

const REVOKE_HELP = `
Its runs that were not sent yet fail with key_revoked. Credit of its own goes
back to the wallet; what sent runs still hold follows when they end. Repeating
the command does no harm.`;

function rotateCommand() {
  return new Command('rotate')
    .description('replace a key by a new text with the same rights and money')
    .argument('<key>', 'id of the key, as keys list shows it')
    .option('--overlap <duration>', 'how long the old text still works', parseDuration, 86_400_000)
    .option('--json', 'print JSON')
    .addHelpText('after', ROTATE_HELP)
    .action((id, options) =>
      withDatabase(async ({ db }) => {
        const { created, oldWorksUntil } = await rotateKey(db, { id, overlapMs: options.overlap });
        print(
          options,
          { ...createdToJson(created), oldWorksUntil },
          () =>
            `${describeCreated(created)}\n\nThe old one works until ${formatTime(oldWorksUntil)}.`,
        );
      }),
    );
}

const ROTATE_HELP = `
During the overlap (24h by default) both texts work and spend the
same money; then the old one expires.

Example:
  npm run cli -- keys rotate key_01... --overlap 1h`;

function describeCreated(created: CreatedKey): string {
  const details = facts({
    key: uuidToId('key', created.id),
    name: created.name,
    scopes: created.scopes.join(', '),
    expires: created.expiresAt === null ? undefined : formatTime(created.expiresAt),
  });
  return `${details}\n\nIts text, shown only now:\n\n  ${created.key}`;
}

function createdToJson(created: CreatedKey) {
  return { ...created, id: uuidToId('key', created.id) };
}

function toJson({ workspace, account, rotatedTo, spender: _, spending, ...key }: KeyRow) {
  return {
    ...key,
    spendingLimits: limitsOf({ ...key, spending }),
    id: uuidToId('key', key.id),
    workspace: uuidToId('wsp', workspace),
    account: account === null ? null : uuidToId('acc', account),
    rotatedTo: rotatedTo === null ? null : uuidToId('key', rotatedTo),
  };
}

function toRow(key: KeyRow, unit: Unit): Record<string, string> {
  const pays = key.credit === null ? 'wallet' : formatMoney(key.credit, unit);
  return {
    id: uuidToId('key', key.id),
    text: `${key.prefix}...${key.last4}`,
    name: key.name,
    status: key.status,
    scopes: key.scopes.join(','),
    pays: key.walletFallback ? `${pays}, then wallet` : pays,
    limits: limitsOf(key)
      .map(({ period, limit }) => `${formatMoney(limit, unit)} a ${period}`)
      .join(', '),
    expires: formatTime(key.expiresAt),
    'last used': formatTime(key.lastUsedAt),
  };
}
