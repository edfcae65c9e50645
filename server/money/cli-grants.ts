/** `grants`: credit that the operator gives a workspace until it expires. */

import { Command, Option } from '@commander-js/extra-typings';
import { recordAct } from '../audit-trail/index.ts';
import { parseMoment, parseMoney } from '../cli/arguments.ts';
import { formatTime, print, table } from '../cli/output.ts';
import { withDatabase } from '../cli/session.ts';
import { idToUuid, uuidToId } from '../platform/lib/ids.ts';
import { formatMoney, type Unit } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import { findWorkspace } from '../workspaces/index.ts';
import {
  createLedger,
  GRANT_PREFIX,
  type Grant,
  giveGrant,
  leftOf,
  REASONS,
  revokeGrant,
} from './index.ts';

export function grantsCommand(): Command {
  return new Command('grants')
    .description('give credit that expires, and see what is left of it')
    .addCommand(giveCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

function giveCommand() {
  return new Command('give')
    .description('give credit to a workspace, once per reference')
    .argument('<workspace>', 'name or id of the workspace')
    .requiredOption('--amount <money>', 'amount in US dollars, such as 5 or 5.00')
    .addOption(
      new Option('--reason <reason>', 'why it is given').choices(REASONS).makeOptionMandatory(),
    )
    .requiredOption('--expires <when>', 'day or time at which the rest is taken', parseMoment)
    .requiredOption('--reference <text>', 'what the grant is called in your books')
    .option('--note <text>', 'for yourself; the workspace does not see it')
    .option('--json', 'print JSON')
    .addHelpText('after', GIVE_HELP)
    .action((name, options) =>
      withDatabase(async ({ db, unit }) => {
        const { reason, reference, note, expires: expiresAt } = options;
        const amount = parseMoney(options.amount, unit);
        const workspace = await findWorkspace(db, name);
        const given = { workspace: workspace.id, amount, reason, expiresAt, note, reference };
        const { replayed, grant } = await db.transaction(async (tx) => {
          const made = await giveGrant(tx, given);
          const detail = { amount, category: reason, expiresAt, reference };
          const act = { workspace: workspace.id, kind: 'credit_granted', detail, reason: note };
          if (!made.replayed) await recordAct(tx, { ...act, via: 'command_line' });
          return made;
        });
        print(options, { ...unit, replayed, grant: toJson(grant) }, () =>
          [
            replayed
              ? `Nothing to do: ${reference} has given ${formatMoney(amount, unit)} before.`
              : `Gave ${formatMoney(amount, unit)} to ${workspace.name} until ${formatTime(expiresAt)}.`,
            `The grant is ${uuidToId(GRANT_PREFIX, grant.id)}.`,
          ].join('\n'),
        );
      }),
    );
}

const GIVE_HELP = `
Granted credit is spent before credit that was paid for. At its expiry, what is
left is taken; what runs hold then is still theirs. A day means its first
instant, in UTC.

The reference makes it safe to repeat: sent again with the same amount, reason
and expiry nothing happens, with others it is refused.

Example:
  npm run cli -- grants give acme --amount 5.00 --reason welcome --expires 2027-01-31 --reference welcome-acme`;

function listCommand() {
  return new Command('list')
    .description('list the grants of a workspace, newest first, with what is left of them')
    .argument('<workspace>', 'name or id of the workspace')
    .option('--json', 'print JSON')
    .action((name, options) =>
      withDatabase(async ({ db, unit }) => {
        const workspace = await findWorkspace(db, name);
        const grants = await createLedger({ db }).grants(workspace.id);
        print(options, { ...unit, grants: grants.map(toJson) }, () =>
          grants.length === 0
            ? 'There is no grant.'
            : table(grants.map((grant) => toRow(grant, unit))),
        );
      }),
    );
}

function revokeCommand() {
  return new Command('revoke')
    .description('end a grant now, as if it expired')
    .argument('<grant>', 'id of the grant')
    .option('--json', 'print JSON')
    .action((id, options) =>
      withDatabase(async ({ db, unit }) => {
        const uuid = idToUuid(GRANT_PREFIX, id);
        if (uuid === undefined) throw new Problem('not_found', 'There is no such grant.');
        const { replayed, grant } = await db.transaction(async (tx) => {
          const ended = await revokeGrant(tx, uuid);
          const act = {
            workspace: ended.grant.workspace,
            kind: 'grant_revoked',
            detail: { grant: id },
          };
          if (!ended.replayed) await recordAct(tx, { ...act, via: 'command_line' });
          return ended;
        });
        print(options, { ...unit, replayed, grant: toJson(grant) }, () => {
          if (replayed) return 'Nothing to do: the grant has ended before.';
          const left = leftOf(grant);
          return [
            `Took ${formatMoney(grant.expired, unit)}; ${formatMoney(grant.spent, unit)} had been spent.`,
            ...(left > 0
              ? [
                  `Runs hold ${formatMoney(left, unit)}; what they do not use is taken when they end.`,
                ]
              : []),
          ].join('\n');
        });
      }),
    );
}

function toRow(grant: Grant, unit: Unit): Record<string, string> {
  const { id, reason, amount, spent, expired, endsAt, state, reference, note } = grant;
  return {
    grant: uuidToId(GRANT_PREFIX, id),
    reason,
    amount: formatMoney(amount, unit),
    spent: formatMoney(spent, unit),
    expired: formatMoney(expired, unit),
    left: formatMoney(leftOf(grant), unit),
    ends: formatTime(endsAt),
    state,
    reference,
    note: note ?? '',
  };
}

function toJson({ workspace, id, ...grant }: Grant) {
  const names = { id: uuidToId(GRANT_PREFIX, id), workspace: uuidToId('wsp', workspace) };
  return { ...names, ...grant, left: grant.amount - grant.spent - grant.expired };
}
