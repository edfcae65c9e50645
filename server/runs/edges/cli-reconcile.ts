/** `reconcile`: looks up runs whose outcome or price is unknown now, before they are due. */
import { Command } from '@commander-js/extra-typings';
import { print, table } from '../../cli/output.ts';
import { type Session, withParts } from '../../cli/session.ts';
import { runIdOf, runUuidOf } from '../../kinds.ts';
import { uuidToId } from '../../platform/lib/ids.ts';
import { Problem } from '../../platform/lib/problem.ts';
import { findWorkspaceOfRun } from '../../workspaces/index.ts';
import type { Reconciled } from '../index.ts';

export function reconcileCommand() {
  return new Command('reconcile')
    .description('look up the outcome or the price of runs for which it is unknown')
    .argument('[run]', 'id of one run, run_...; without it all of them')
    .option('--dry-run', 'ask the providers, print what would follow, and change nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((run, options) =>
      withParts(async ({ db, parts }) => {
        const onlyRun = run === undefined ? undefined : await uuidOf(db, run);
        const dryRun = options.dryRun === true;
        const results: Reconciled[] = [];
        const query = { dryRun, ...(onlyRun === undefined ? {} : { onlyRun }) };
        for await (const result of parts.runs.reconcileOpen(query)) results.push(result);
        print(options, { dryRun, runs: results.map(toJson) }, () => toText(results, dryRun, run));
      }),
    );
}

const HELP = `
A running service does this by itself, ever less often, until the deadline of
each run. A run is never sent again, whatever is found.

Example:
  npm run cli -- reconcile --dry-run`;

async function uuidOf(db: Session['db'], id: string): Promise<string> {
  const uuid = runUuidOf(id);
  if (uuid !== undefined && (await findWorkspaceOfRun(db, uuid))) return uuid;
  throw new Problem('not_found', `There is no run ${id}.`);
}

function toText(results: Reconciled[], dryRun: boolean, run: string | undefined): string {
  if (results.length === 0) {
    return run === undefined
      ? 'No run waits for a look-up.'
      : `${run} waits for no look-up: npm run cli -- runs show ${run}`;
  }
  const rows = results.map((result) => ({
    run: runIdOf(result.kind, result.id),
    state: result.state,
    'the provider says': wordsOf(result),
    [dryRun ? 'would become' : 'became']: becoming(result, dryRun),
  }));
  return table(rows);
}

function becoming({ state, next, applied }: Reconciled, dryRun: boolean): string {
  if (next === state) return `${state}, as before`;
  return dryRun || applied ? next : 'moved on by another';
}

function wordsOf({ found }: Reconciled): string {
  switch (found?.kind) {
    case 'executed':
      return found.cost === undefined ? 'executed' : `executed, cost ${found.cost}`;
    case 'answered':
      return 'executed, with its answer';
    case 'failed':
      return `failed: ${found.error.code}`;
    case 'under_way':
      return 'still under way';
    case 'not_executed':
      return 'not executed';
    case 'not_found':
      return 'no record of it (yet)';
    case 'unavailable':
      return found.reason;
    case undefined:
      return 'nothing to ask for';
  }
}

function toJson({ id, workspace, ...result }: Reconciled) {
  return { run: runIdOf(result.kind, id), workspace: uuidToId('wsp', workspace), ...result };
}
