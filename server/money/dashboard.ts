/** The wallet, its entries and its crediting over HTTP. */

import type {
  Charges as ChargesView,
  Statement as StatementView,
} from '../../openapi/generated/dashboard.ts';
import { selectKeyNames } from '../keys/index.ts';
import { runIdOf } from '../kinds.ts';
import { isAtLeast, type Role } from '../people/index.ts';
import type { CreditBy } from '../platform/config/index.ts';
import { csvLines, type Lines } from '../platform/http/downloads.ts';
import type { DashboardHandlers, DashboardInput } from '../platform/http/index.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { dayIn, daysIn, momentIn, monthIn } from '../platform/lib/moment.ts';
import type { Unit } from '../platform/lib/money.ts';
import { decimalOf, inMoney } from '../platform/lib/money.ts';
import { invalidRequest, Problem } from '../platform/lib/problem.ts';
import { createConcurrencyLimit } from '../platform/lib/shares.ts';
import { zoneOf } from '../workspaces/index.ts';
import { createWalletEdge, toEntry, toFilter, type WalletEdgeOptions } from './http.ts';
import {
  type ChargedGroup,
  type ChargedRun,
  type Charging,
  type EntryFilter,
  type EntryRow,
  type Ledger,
  listChargedGroups,
  listChargedRuns,
  readCharges,
  type Statement,
} from './index.ts';

type WalletHandlers = Pick<
  DashboardHandlers,
  | 'getWallet'
  | 'listEntries'
  | 'getEntryFile'
  | 'getStatement'
  | 'getCharges'
  | 'getChargeFile'
  | 'createCredit'
>;

interface WalletOptions extends WalletEdgeOptions {
  creditBy: CreditBy;
}

export function createWalletHandlers(options: WalletOptions): WalletHandlers {
  const { db, ledger, unit, creditBy } = options;
  const edge = createWalletEdge(options);
  const limit = createConcurrencyLimit({ atOnce: READS_AT_ONCE, mayWait: READS_WAITING });

  /** Of keys, as people know them. */
  async function namesOf(workspace: string, by: Charging['by']): Promise<Names> {
    const keys = by === 'key' ? await selectKeyNames(db, workspace) : [];
    return new Map(keys.map(({ id, name }) => [id, name]));
  }

  return {
    async getWallet({ principal }) {
      return { status: 200, body: await edge.wallet(principal.workspace) };
    },

    async listEntries({ principal: { workspace }, query }) {
      return { status: 200, body: await edge.entries(workspace, query) };
    },

    async getEntryFile({ principal: { workspace }, query }) {
      const timeZone = await zoneOf(db, workspace, query);
      const file = exportEntries({ ledger, unit, timeZone }, workspace, toFilter(query));
      const name = `entries-${dayIn(new Date(), timeZone)}.csv`;
      const headers = { 'Content-Disposition': `attachment; filename="${name}"` };
      return { status: 200, headers, file };
    },

    async getStatement({ principal: { workspace }, query }) {
      const { month } = query;
      const timeZone = await zoneOf(db, workspace, query);
      const span = monthIn(month, timeZone);
      const found = await ledger.statement(workspace, span);
      return { status: 200, body: toStatement(found, { month, timeZone, ...span }, unit) };
    },

    async getCharges({ principal: { workspace }, query }) {
      const timeZone = await zoneOf(db, workspace, query);
      const charging = chargingOf(query.by, { ...query, timeZone });
      const [groups, names] = await Promise.all([
        limit.run(workspace, () => readCharges(db, workspace, charging)),
        namesOf(workspace, query.by),
      ]);
      return {
        status: 200,
        body: {
          ...{ month: query.month, timeZone, by: query.by },
          ...{ from: charging.from.toISOString(), to: charging.to.toISOString() },
          groups: groups.map((group) => toChargedGroup(group, query.by, names)),
          isCut: groups.some(({ isRest }) => isRest),
          ...{ currency: unit.currency, scale: unit.scale },
        },
      };
    },

    async getChargeFile({ principal: { workspace }, query }) {
      const { by, month } = query;
      const timeZone = await zoneOf(db, workspace, query);
      const span = { ...monthIn(month, timeZone), endUser: query.endUserId };
      const names = await namesOf(workspace, by ?? 'key');
      const charging = by && chargingOf(by, { ...query, timeZone });
      const file = charging
        ? csvLines<number>(GROUP_COLUMNS, async (above) => {
            const page = { ...charging, ...(above !== undefined && { above }) };
            const { rows, next } = await listChargedGroups(db, workspace, page);
            const cells = rows.map((group) =>
              cellsOfGroup(toChargedGroup(group, charging.by, names), unit),
            );
            return { rows: cells, next };
          })
        : csvLines<number>(RUN_COLUMNS, async (after) => {
            const page = { ...span, limit: RUNS_OF_PAGE, ...(after !== undefined && { after }) };
            const { rows, next } = await listChargedRuns(db, workspace, page);
            return { rows: rows.map((run) => cellsOfRun(run, { names, timeZone, unit })), next };
          });
      const name = `charges-${month}-by-${by ?? 'run'}.csv`;
      const headers = { 'Content-Disposition': `attachment; filename="${name}"` };
      return { status: 200, headers, file };
    },

    async createCredit({ principal: { workspace, role, session }, body }) {
      checkMayCredit(creditBy, role);
      const { amount, reference } = body;
      const input = { workspace, amount, reference, actor: session.user };
      const { replayed } = await ledger.topUp(input).catch((error: unknown) => {
        throw inMoney(error, unit);
      });
      const credited = { wallet: await edge.wallet(workspace), replayed };
      return replayed ? { status: 200, body: credited } : { status: 201, body: credited };
    },
  };
}

/* Who may credit a wallet here. The deployment decides, because it is the deployment's money. */

function checkMayCredit(creditBy: CreditBy, role: Role): void {
  if (creditBy === 'operator') {
    throw new Problem('credit_by_operator', 'In this deployment the operator credits wallets.');
  }
  if (isAtLeast(role, creditBy)) return;
  throw new Problem(
    'forbidden',
    `Crediting takes the role ${creditBy} here, and yours is ${role}.`,
  );
}

/* All entries that match a filter, as one file. */

const PAGE = 1_000;

interface ExportSources {
  ledger: Pick<Ledger, 'entries'>;
  unit: Unit;
  /** Of the times in it. */
  timeZone: string;
}

/** Without a filter, nothing can match. */
function exportEntries(
  { ledger, unit, timeZone }: ExportSources,
  workspace: string,
  filter: EntryFilter | undefined,
): Lines {
  return csvLines<number>(COLUMNS, async (before) => {
    if (!filter) return { rows: [], next: null };
    const page = { limit: PAGE, ...(before !== undefined && { before }), ...filter };
    const { entries, next } = await ledger.entries(workspace, page);
    return { rows: entries.map((row) => cellsOf(row, unit, timeZone)), next };
  });
}

const COLUMNS = [
  ...['id', 'at', 'kind', 'direction', 'account', 'amount', 'currency', 'units'],
  ...['run', 'key', 'reference'],
];

function cellsOf(row: EntryRow, unit: Unit, timeZone: string) {
  const { id, kind, direction, account, amount, runId, keyId, reference } = toEntry(row);
  return [
    ...[id, momentIn(row.createdAt, timeZone), kind, direction, account],
    ...[decimalOf(amount, unit), unit.currency, amount],
    ...[runId, keyId, reference],
  ];
}

/* A monthly statement as the dashboard shows it. */

function toStatement(
  found: Statement,
  { month, timeZone, from, to }: { month: string; timeZone: string; from: Date; to: Date },
  { currency, scale }: Unit,
): StatementView {
  return {
    month,
    timeZone,
    from: from.toISOString(),
    to: to.toISOString(),
    isOver: to.getTime() <= Date.now(),
    openingAmount: found.opening,
    creditedAmount: found.credited,
    grantedAmount: found.granted,
    expiredAmount: found.expired,
    returnedAmount: found.returned,
    providerAmount: found.provider,
    feeAmount: found.fee,
    storageAmount: found.storage,
    closingAmount: found.closing,
    runs: found.runs,
    credits: found.credits.map(({ reference, amount, createdAt }) => ({
      ...{ reference, amount, createdAt: createdAt.toISOString() },
    })),
    ...{ currency, scale },
  };
}

/* What runs were charged in a month, as the dashboard shows it and as files. */

/** Of one workspace: each adds up a month. */
const READS_AT_ONCE = 2;
const READS_WAITING = 8;
const RUNS_OF_PAGE = 1_000;

type Names = ReadonlyMap<string, string>;
type GroupView = ChargesView['groups'][number];

type ChargesOf = Pick<DashboardInput<'getCharges'>['query'], 'month' | 'label' | 'endUserId'> & {
  timeZone: string;
};

function chargingOf(
  by: Charging['by'],
  { month, timeZone, label, endUserId: endUser }: ChargesOf,
): Charging {
  if (by === 'label' && label === undefined) {
    const detail = 'is missing: by=label needs the name of the label';
    throw invalidRequest({ parameter: 'label', detail, code: 'required' });
  }
  const span = monthIn(month, timeZone);
  const days = by === 'day' ? daysIn(span, timeZone) : [];
  return {
    by,
    label,
    endUser,
    ...span,
    days: days.map((at) => ({ name: dayIn(at, timeZone), at })),
  };
}

function toChargedGroup(
  { name, kind, isRest, runs, provider, fee }: ChargedGroup,
  by: Charging['by'],
  names: Names,
): GroupView {
  const groupName = name === null ? undefined : names.get(name);
  return {
    ...(name !== null && { group: by === 'key' ? uuidToId('key', name) : name }),
    ...(groupName !== undefined && { groupName }),
    ...(kind !== null && { kind }),
    ...(isRest && { isRest }),
    ...{ runs, providerAmount: provider, feeAmount: fee, chargedAmount: provider + fee },
  };
}

const AMOUNT_COLUMNS = ['provider', 'fee', 'charged', 'currency', 'units'];
const GROUP_COLUMNS = ['group', 'name', 'kind', 'runs', ...AMOUNT_COLUMNS];
const RUN_COLUMNS = [
  ...['at', 'run', 'kind', 'subject', 'key', 'key_name', 'end_user', 'session', 'prompt', 'labels'],
  ...AMOUNT_COLUMNS,
];

function cellsOfGroup(view: GroupView, unit: Unit) {
  const { group, groupName, kind, runs, providerAmount, feeAmount } = view;
  return [group, groupName, kind, runs, ...amountsOf(providerAmount, feeAmount, unit)];
}

function cellsOfRun(
  charged: ChargedRun,
  { names, timeZone, unit }: { names: Names; timeZone: string; unit: Unit },
) {
  const { at, run, kind, subject, apiKey, endUser, session, prompt, labels, provider, fee } =
    charged;
  return [
    ...[momentIn(at, timeZone), runIdOf(kind, run), kind, subject],
    ...[uuidToId('key', apiKey), names.get(apiKey)],
    ...[endUser, session, prompt, labels].map((each) => each ?? undefined),
    ...amountsOf(provider, fee, unit),
  ];
}

function amountsOf(provider: number, fee: number, unit: Unit) {
  const decimals = [provider, fee, provider + fee].map((amount) => decimalOf(amount, unit));
  return [...decimals, unit.currency, provider + fee];
}
