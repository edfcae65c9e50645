/** `runs`: the request, the outcome and the cost of runs, for an operator. */
import { Command, Option } from '@commander-js/extra-typings';
import { parseCount } from '../../cli/arguments.ts';
import { facts, formatTime, type OutputOptions, print, table } from '../../cli/output.ts';
import { type PartsSession, withParts } from '../../cli/session.ts';
import type { Parts } from '../../compose/parts.ts';
import { KINDS, kindOfId, runUuidOf } from '../../kinds.ts';
import { entriesTable, entryToJson } from '../../money/cli.ts';
import { createLedger } from '../../money/index.ts';
import { invariant } from '../../platform/lib/errors.ts';
import { formatMoney } from '../../platform/lib/money.ts';
import { Problem } from '../../platform/lib/problem.ts';
import { findWorkspace, findWorkspaceOfRun } from '../../workspaces/index.ts';
import { GIVEN, isTerminal, type Run, type RunState, STATES } from '../index.ts';
import type { OfferedKind } from './index.ts';

export function runsCommand(): Command {
  return new Command('runs')
    .description('list runs, show one with its entries in the ledger, and cancel one')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(cancelCommand());
}

function listCommand() {
  const command = new Command('list')
    .description('list the runs of a workspace, newest first')
    .argument('<workspace>', 'name or id of the workspace')
    .addOption(
      new Option('--state <states...>', 'only runs in one of these states').choices(STATES),
    )
    .addOption(
      new Option('--kind <kind>', 'what they are runs of')
        .choices(KINDS.map(({ command }) => command))
        .default(KINDS[0]!.command),
    );
  for (const { subject, ofSubject } of KINDS) command.option(`--${subject} <id>`, ofSubject);
  return command
    .option('--limit <n>', 'runs at most', parseCount, 20)
    .option('--cursor <cursor>', 'the next page, as the page before named it')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  npm run cli -- runs list acme --state needs_reconciliation',
    )
    .action((name, options) => {
      const given = options as object as Record<string, string | undefined>;
      const named = KINDS.findLast(({ subject }) => given[subject] !== undefined);
      const kind = named?.command ?? options.kind;
      return listRuns(name, { ...options, kind, subject: named && given[named.subject] });
    });
}

interface ListOptions extends OutputOptions {
  /** Its word on the command line. */
  kind: string;
  subject: string | undefined;
  state?: readonly RunState[] | undefined;
  limit: number;
  cursor?: string | undefined;
}

export function listRuns(name: string, options: ListOptions): Promise<void> {
  return withParts(async ({ db, parts }) => {
    const workspace = await findWorkspace(db, name);
    const { limit, kind, subject, state: states, cursor } = options;
    const filters = { states, kind, subject };
    const list = { operation: 'runs list', workspace: workspace.id, filters };
    const { runs: kept, present } = kindWith(parts, ({ command }) => command === kind);
    const { runs, next } = await kept.list(workspace.id, {
      limit: Math.min(limit, LONGEST_PAGE),
      ...(states === undefined ? {} : { states }),
      ...(subject === undefined ? {} : { subject }),
      ...(cursor === undefined ? {} : { before: parts.cursors.take(list, cursor) }),
    });
    const nextCursor = next === null ? null : parts.cursors.give(list, next);
    print(options, { runs: runs.map(present), nextCursor }, () =>
      [
        runs.length === 0 ? 'There is no such run.' : table(runs.map(toRow)),
        ...(nextCursor === null ? [] : [`\nOlder ones: --cursor ${nextCursor}`]),
      ].join('\n'),
    );
  });
}

const LONGEST_PAGE = 100;

function showCommand() {
  return new Command('show')
    .description('show one run: what GET answers, its states, and its entries in the ledger')
    .argument('<run>', idsOfRuns())
    .option('--json', 'print JSON')
    .action(showRun);
}

export function showRun(id: string, options: OutputOptions): Promise<void> {
  return withParts(async ({ db, unit, parts }) => {
    const { run, present, inWords, runs, uuid, workspace } = await findRun({ db, parts }, id);
    const entries = await createLedger({ db }).entriesOfRun(workspace.id, uuid);
    const states = (await runs.history(workspace.id, id))?.states ?? [];
    const owner = workspace.name;
    const shown = {
      ...present(run),
      ...{ workspace: owner, uuid, states, entries: entries.map(entryToJson) },
      unknownReason: run.unknownReason,
    };
    print(options, shown, () =>
      [
        facts({ ...toFacts(run, owner, inWords?.(run)), 'uuid in the log': uuid }),
        table(states.map(({ state, at }) => ({ state, since: formatTime(at) }))),
        ...textOf(run),
        entries.length === 0 ? 'It has no entry in the ledger.' : entriesTable(entries, unit),
      ].join('\n\n'),
    );
  });
}

/** With the workspace of the run. */
export async function findRun({ db, parts }: Pick<PartsSession, 'db' | 'parts'>, id: string) {
  const { uuid, ...kind } = kindOfRun(parts, id);
  const workspace = await findWorkspaceOfRun(db, uuid);
  const run = workspace && (await kind.runs.get(workspace.id, id));
  if (workspace === undefined || run === undefined) {
    throw new Problem('not_found', `There is no run ${id}.`);
  }
  return { ...kind, run, uuid, workspace };
}

/** The kind of the run with this id, and its name in the tables. */
export function kindOfRun(
  { kinds }: Pick<Parts, 'kinds'>,
  id: string,
): OfferedKind & { uuid: string } {
  const uuid = runUuidOf(id);
  if (uuid === undefined) throw new Problem('not_found', `There is no run ${id}.`);
  return { ...kindWith({ kinds }, ({ kind }) => kind === kindOfId(id)?.kind), uuid };
}

function kindWith(
  { kinds }: { kinds: readonly OfferedKind[] },
  is: (kind: OfferedKind) => boolean,
): OfferedKind {
  const kind = kinds.find(is);
  invariant(kind, 'every kind with a name is on offer');
  return kind;
}

/** `id of the run, run_... or job_...` */
function idsOfRuns(): string {
  const ids = KINDS.map(({ idPrefix }) => `${idPrefix}_...`);
  return `id of the run, ${ids.slice(0, -1).join(', ')} or ${ids.at(-1)}`;
}

function cancelCommand() {
  return new Command('cancel')
    .description('ask that a run end as soon as it can; one that was not sent ends at once')
    .argument('<run>', idsOfRuns())
    .option('--json', 'print JSON')
    .action(cancelRun);
}

export function cancelRun(id: string, options: OutputOptions): Promise<void> {
  return withParts(async ({ db, parts }) => {
    const { uuid, runs, present } = kindOfRun(parts, id);
    const workspace = await findWorkspaceOfRun(db, uuid);
    const run = workspace && (await runs.cancel(workspace.id, id));
    if (run === undefined) throw new Problem('not_found', `There is no run ${id}.`);
    print(options, present(run), () =>
      isTerminal(run.state)
        ? `${id} has ended: ${run.state}${run.error ? ` (${run.error.code})` : ''}.`
        : `${id} is under way. It ends early where its provider can: npm run cli -- runs show ${id}`,
    );
  });
}

/** The answer: its text, or all of it. */
function textOf({ answer }: Run): string[] {
  if (answer === undefined || Object.keys(answer as object).length === 0) return [];
  const { text } = answer as { text?: string };
  return [text ?? JSON.stringify(answer, null, 2)];
}

function toRow(run: Run): Record<string, string> {
  const money = (amount: number | undefined) =>
    amount === undefined ? '-' : formatMoney(amount, run);
  return {
    id: run.id,
    created: formatTime(run.createdAt),
    state: run.state,
    of: run.subject,
    reserved: money(run.reservedAmount),
    charged: money(run.chargedAmount),
    error: run.error?.code ?? '',
  };
}

type Facts = Record<string, string | undefined>;

/** `own` are those that only runs of its kind have. */
function toFacts(run: Run, workspace: string, own: Facts = {}): Facts {
  const money = (amount: number | undefined) =>
    amount === undefined ? undefined : formatMoney(amount, run);
  const { error, progress, parent, queue, reconciliation } = run;
  const { usage } = run.facts ?? {};
  return {
    run: run.id,
    workspace,
    key: run.keyId,
    'request key': run.idempotencyKey,
    of: run.subject,
    version: run.subjectVersion,
    provider: run.provider,
    'provider reference': run.providerReference,
    parent: parent && [parent.runId, parent.toolCallId].filter(Boolean).join(' '),
    trace: run.traceId,
    state: run.state,
    created: formatTime(run.createdAt),
    'cancel requested': run.cancelRequestedAt && formatTime(run.cancelRequestedAt),
    finished: run.finishedAt && formatTime(run.finishedAt),
    expires: run.expiresAt && formatTime(run.expiresAt),
    reserved: formatMoney(run.reservedAmount, run),
    'provider amount': money(run.providerAmount),
    'list amount': money(run.listAmount),
    fee: money(run.feeAmount),
    charged: money(run.chargedAmount),
    absorbed: money(run.absorbedAmount),
    ...givenFacts(run),
    progress: progress && JSON.stringify(progress),
    usage: usage && JSON.stringify(usage),
    ...own,
    error: error && `${error.code}: ${error.message}`,
    'outcome was unknown': run.unknownReason,
    queue: queue && `${queue.reason} (${triesOf(queue)})`,
    reconciliation:
      reconciliation &&
      `${reconciliation.reason} (${reconciliation.attempts} look-ups, until ${formatTime(reconciliation.deadline)})`,
  };
}

function triesOf({ attempts, nextAttemptAt: next }: NonNullable<Run['queue']>): string {
  return `${attempts} attempts${next ? `, next ${formatTime(next)}` : ''}`;
}

/** What the request gave, under names for people. */
function givenFacts(run: Run): Facts {
  return Object.fromEntries(
    GIVEN.map(({ member }) => {
      const value: unknown = run[member];
      const name = member.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      return [name, typeof value === 'object' ? JSON.stringify(value) : (value as string)];
    }),
  );
}
