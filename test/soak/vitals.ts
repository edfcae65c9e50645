/** The state of the service, once a second, and which of its invariants are broken at that moment. */
import { readFile } from 'node:fs/promises';
import { isTransient } from '../../server/platform/db/errors.ts';
import type { SoakFixtures } from './fixtures.ts';
import type { Load } from './load.ts';

interface Vitals {
  asked: number;
  acknowledged: number;
  refusals: number;
  stored: number;
  ended: number;
  pending: number;
  apiMb: number | undefined;
  workerMb: number | undefined;
  databaseMb: number;
}

/** In one statement, so that all is of one moment. Undefined if the database is currently unreachable. */
export async function brokenInvariants({ service: { db } }: SoakFixtures): Promise<string[]> {
  const rows = await db
    .query<{ fault: string }>(
      `with pending as (
         select coalesce(sum(m.reserved_amount), 0) as reserved, count(*) as runs
         from run_queue q join run m on m.workspace = q.workspace and m.id = q.run
       ), accounts as (
         select sum(held) as held, sum(pending) as pending, sum(available + held + spent) as total from account
       ), entries as (
         select coalesce(sum(amount) filter (where debit_bucket = 'external' and credit_bucket = 'available'), 0) as paid_in
         from ledger_entry
       )
       select 'held is ' || held || ', reserved by pending runs ' || reserved as fault
         from accounts, pending where held <> reserved
       union all select pending.runs || ' runs are pending, counted ' || accounts.pending
         from accounts, pending where pending.runs <> accounts.pending
       union all select 'the accounts hold ' || total || ' of ' || paid_in || ' paid in'
         from accounts, entries where total <> paid_in
       union all select count(*) || ' runs are charged above their hold'
         from run where charged_amount > reserved_amount having count(*) > 0`,
    )
    .catch(whileAway);
  return rows.map(({ fault }) => fault);
}

export async function vitalsOf(
  { service: { db, workspace }, processes }: SoakFixtures,
  load?: Load,
): Promise<Vitals> {
  const [counts] = await db
    .query<{ stored: number; pending: number; bytes: number }>(
      `select (select count(*) from run where workspace = $1) as stored,
         (select count(*) from run_queue where workspace = $1) as pending,
         pg_database_size(current_database()) as bytes`,
      [workspace],
    )
    .catch(whileAway);
  const { stored = 0, pending = 0, bytes = 0 } = counts ?? {};
  return {
    asked: load?.asked() ?? 0,
    acknowledged: load?.acknowledged() ?? 0,
    refusals: load?.refusals() ?? 0,
    ...{ stored, pending, ended: stored - pending },
    apiMb: await residentMb(processes['the API'].process.pid),
    workerMb: await residentMb(processes['a worker'].process.pid),
    databaseMb: Math.round(bytes / 1_048_576),
  };
}

/** Anything else is a fault of the query. */
function whileAway(error: unknown): [] {
  if (isTransient(error)) return [];
  throw error;
}

export function printVitals(vitals: Vitals): void {
  const time = new Date().toISOString().slice(11, 19);
  const cells = Object.entries(vitals).map(([name, value]) => `${name} ${value ?? '-'}`);
  console.log(`${time}  ${cells.join('  ')}`);
}

/** Undefined if the system does not report it, or the process has ended. */
async function residentMb(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1_024);
}
