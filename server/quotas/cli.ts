/** `quotas`: what workspaces may store, send in a day and have in use at once, and how much of it they use. */
import { Command } from '@commander-js/extra-typings';
import { recordAct } from '../audit-trail/index.ts';
import { formatTime, print, table } from '../cli/output.ts';
import { type Session, withDatabase } from '../cli/session.ts';
import type { Db } from '../platform/db/pool.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { Problem } from '../platform/lib/problem.ts';
import { findWorkspace, listWorkspaces } from '../workspaces/index.ts';
import {
  createQuotas,
  QUOTAS,
  type QuotaName,
  quotaNamed,
  setQuota,
  type UsedQuota,
} from './index.ts';

export function quotasCommand(): Command {
  return new Command('quotas')
    .description('show and set what a workspace may store, send in a day and have in use at once')
    .addCommand(showCommand())
    .addCommand(setCommand())
    .addCommand(resetCommand());
}

const quotasIn = ({ db, config, log }: Session) => createQuotas({ db, ...config.quotas, log });

function showCommand() {
  return new Command('show')
    .description('show each quota of a workspace, or of all workspaces, with what is used')
    .argument('[workspace]', 'name or id of the only workspace to show')
    .option('--json', 'print JSON')
    .action((name, options) =>
      withDatabase(async (session) => {
        const { db } = session;
        const shown =
          name === undefined ? await listWorkspaces(db) : [await findWorkspace(db, name)];
        const quotas = quotasIn(session);
        const rows: (UsedQuota & { id: string; workspace: string })[] = [];
        for (const { id, name: workspace } of shown) {
          for (const used of await quotas.usesOf(id)) rows.push({ id, workspace, ...used });
        }
        print(
          options,
          rows.map(({ id, ...row }) => ({ id: uuidToId('wsp', id), ...row })),
          () => table(rows.map(toRow)),
        );
      }),
    );
}

function toRow({ workspace, quota, limit, used, freesAt }: UsedQuota & { workspace: string }) {
  const { unit } = QUOTAS[quota];
  return {
    workspace,
    quota,
    used: String(used),
    limit: String(limit),
    unit,
    'some frees at': freesAt ? formatTime(freesAt) : '',
  };
}

function setCommand() {
  return new Command('set')
    .description('set a quota of a workspace')
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<quota>', 'its name, as show prints it')
    .argument('<most>', 'a whole number; for bytes also as in 500MB or 20GiB')
    .option('--json', 'print JSON')
    .addHelpText('after', SET_HELP)
    .action((name, quota, most, options) =>
      withDatabase(async (session) => {
        const { id, name: workspace } = await findWorkspace(session.db, name);
        const change = { quota: quotaNamed(quota), limit: numberOf(most) };
        await setByCommand(session.db, id, change);
        print(options, change, () => `${workspace} has ${change.limit} as its ${change.quota}.`);
      }),
    );
}

function setByCommand(
  db: Db,
  workspace: string,
  change: { quota: QuotaName; limit: number | null },
): Promise<void> {
  return db.transaction(async (tx) => {
    const act = { workspace, via: 'command_line', kind: 'quota_changed', detail: change } as const;
    await recordAct(tx, act);
    await setQuota(tx, { workspace, ...change });
  });
}

const SET_HELP = `
Processes follow within five seconds. The variables of the deployment, such as
MAX_STORED_OUTPUT_BYTES, apply to workspaces without a quota of their own.

Example:
  npm run cli -- quotas set acme stored_outputs 50GiB`;

function resetCommand() {
  return new Command('reset')
    .description('let the default of the deployment apply again')
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<quota>', 'its name, as show prints it')
    .option('--json', 'print JSON')
    .action((name, quota, options) =>
      withDatabase(async (session) => {
        const { id, name: workspace } = await findWorkspace(session.db, name);
        const change = { quota: quotaNamed(quota), limit: null };
        await setByCommand(session.db, id, change);
        print(options, change, () => `${workspace} has the default as its ${change.quota}.`);
      }),
    );
}

const UNITS: Record<string, number> = {
  '': 1,
  ...{ kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 },
  ...{ kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30, tib: 2 ** 40 },
};

function numberOf(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,16})([KMGT]i?B)?$/i.exec(text) ?? [];
  const most = Number(digits) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
  if (Number.isSafeInteger(most)) return most;
  throw new Problem(
    'invalid_request',
    `${text} is not a quota: write it as in 1000, 500MB or 20GiB.`,
  );
}
