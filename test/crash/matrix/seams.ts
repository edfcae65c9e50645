/** Where the tests kill a process: every point between two things that cannot happen at once. */
import type { DatabaseTrigger } from './database-tap.ts';
import type { ProviderTrigger } from './provider-tap.ts';

/** No seam: any moment of a round's work, chosen by the seed of the round. */
export interface AnyMoment {
  withinMs: number;
}

export interface Seam {
  name: string;
  /** Which process meets the seam and dies. */
  of: 'serve' | 'work';
  /** The database dies instead, for both processes. */
  kills?: 'database';
  at: DatabaseTrigger | ProviderTrigger | AnyMoment;
  /** The process is asked to stop first, and dies while it drains. */
  draining?: boolean;
  /** Another worker died before, and left runs behind. */
  afterAnother?: boolean;
  /** The caller cancels each run as soon as it is acknowledged. */
  cancels?: boolean;
}

const serve = (name: string, at: Seam['at']): Seam => ({ name, of: 'serve', at });
const work = (name: string, at: Seam['at']): Seam => ({ name, of: 'work', at });

/** The worker carries out the runs. */
export const SEAMS: readonly Seam[] = [
  serve('before the create is sent', { statement: 'admit_runs', when: 'before' }),
  serve('while the create commits', { statement: 'admit_runs', when: 'during' }),
  serve('after the create, before the answer', { statement: 'admit_runs', when: 'after' }),
  work('before the claim', { statement: 'claim_runs', when: 'before' }),
  work('while the claim commits', { statement: 'claim_runs', when: 'during' }),
  work('after the claim, before sending', {
    statement: 'claim_runs',
    when: 'after',
    withRows: true,
  }),
  work('after sending, before the headers', { to: 'submission', at: 'executed' }),
  work('after the headers', { to: 'submission', at: 'headers' }),
  work('before the reference commits', { statement: 'save_references', when: 'before' }),
  work('after the reference has committed', { statement: 'save_references', when: 'after' }),
  work('in the middle of the body', { to: 'submission', at: 'body' }),
  work('after the body', { to: 'submission', at: 'ended' }),
  work('before the settlement', { statement: 'advance_runs', when: 'before' }),
  work('while the settlement commits', { statement: 'advance_runs', when: 'during' }),
  work('after the settlement, before the notification', {
    statement: 'advance_runs',
    when: 'after',
  }),
  work('in reconciliation, before the look-up', {
    statement: 'claim_look_ups',
    when: 'after',
    withRows: true,
  }),
  work('in reconciliation, after the look-up', { to: 'look_up', at: 'ended' }),
  {
    ...work('in the sweep of dead workers', {
      ...{ statement: 'runs_of_dead_workers', when: 'after', withRows: true },
    }),
    afterAnother: true,
  },
  {
    ...work('in the drain', { statement: 'advance_runs', when: 'before' }),
    draining: true,
  },
  serve('at any moment, the API', { withinMs: 400 }),
  work('at any moment, the worker', { withinMs: 800 }),
];

/** The API carries out the runs that it creates, and the worker the rest. */
export const SEAMS_OF_OWN_RUNS: readonly Seam[] = [
  serve('while the create commits with its claim', { statement: 'admit_runs', when: 'during' }),
  serve('after the create with its claim, before sending', {
    statement: 'admit_runs',
    when: 'after',
  }),
  serve('after sending its own run, before the headers', { to: 'submission', at: 'executed' }),
  serve('after the headers of its own run, while the reference waits', {
    to: 'submission',
    at: 'headers',
  }),
  serve('before the settlement of its own run', { statement: 'advance_runs', when: 'before' }),
  serve('while the settlement of its own run commits', {
    statement: 'advance_runs',
    when: 'during',
  }),
  {
    ...serve('in the drain of its own runs', { statement: 'advance_runs', when: 'before' }),
    draining: true,
  },
  serve('at any moment, with its own runs', { withinMs: 800 }),
];

/** The first provider of each run accepts nothing, so that the run goes to the next one. */
export const SEAMS_OF_FALLBACKS: readonly Seam[] = [
  work('after sending to the first provider, before its refusal', {
    ...{ to: 'first_submission', at: 'executed' },
  }),
  work('before a run is handed to the next provider', {
    ...{ statement: 'advance_runs', when: 'before' },
  }),
  work('while a run is handed to the next provider', {
    ...{ statement: 'advance_runs', when: 'during' },
  }),
  work('after a run was handed to the next provider', {
    ...{ statement: 'advance_runs', when: 'after' },
  }),
  work('after a claim for one of two providers, before sending', {
    ...{ statement: 'claim_runs', when: 'after', withRows: true },
  }),
  work('after sending to the next provider, before the headers', {
    ...{ to: 'submission', at: 'executed' },
  }),
  work('in the middle of the answer of the next provider', { to: 'submission', at: 'body' }),
  work('at any moment, between two providers', { withinMs: 800 }),
];

const cancelled = (seam: Seam): Seam => ({ ...seam, cancels: true });

/** A caller cancels every run while a process carries it out. */
export const SEAMS_OF_CANCELS: readonly Seam[] = [
  serve('while the cancel commits', { statement: 'cancel_run', when: 'during' }),
  serve('after the cancel, before anybody is told', { statement: 'cancel_run', when: 'after' }),
  serve('before what was not sent is ended', { statement: 'advance_runs', when: 'before' }),
  work('while the early end is noted', { statement: 'may_end_early', when: 'during' }),
  work('after the early end is noted, before the connection is closed', {
    ...{ statement: 'may_end_early', when: 'after' },
  }),
  work('before the settlement of what was cancelled', {
    statement: 'advance_runs',
    when: 'before',
  }),
  work('at any moment, with cancels under way', { withinMs: 800 }),
].map(cancelled);

const jobs = (name: string, at: Seam['at'], more: Partial<Seam> = {}): Seam => ({
  ...work(name, at),
  ...more,
});

/** Jobs go on while the process that started and watched them is dead. */
export const SEAMS_OF_JOBS: readonly Seam[] = [
  serve('while the create of a job commits', { statement: 'admit_runs', when: 'during' }),
  jobs('with a job claimed and not started', {
    ...{ statement: 'claim_runs', when: 'after', withRows: true },
  }),
  jobs('with a job started and not saved as running', {
    ...{ statement: 'advance_runs', when: 'before' },
  }),
  jobs('while a job is saved as running', { statement: 'advance_runs', when: 'during' }),
  jobs('with a watched job, before it is looked at', {
    ...{ statement: 'claim_look_ups', when: 'after', withRows: true },
  }),
  jobs('with a job that has ended, before its outputs are saved', {
    ...{ statement: 'save_output', when: 'before' },
  }),
  jobs('while the outputs of a job are saved', { statement: 'save_output', when: 'during' }),
  jobs('after an output of a job was saved', { statement: 'save_output', when: 'after' }),
  jobs('while a job is cancelled', { withinMs: 800 }, { cancels: true }),
  jobs('at any moment, with jobs under way', { withinMs: 3_000 }),
  jobs(
    'with the database while a job is saved as running',
    { statement: 'advance_runs', when: 'during' },
    { kills: 'database' },
  ),
  jobs(
    'with the database while the outputs of a job are saved',
    { statement: 'save_output', when: 'during' },
    { kills: 'database' },
  ),
];

/** The database dies at the statement, for everybody at once, and comes back. */
export const SEAMS_OF_THE_DATABASE: readonly Seam[] = [...SEAMS, ...SEAMS_OF_CANCELS]
  .filter(({ at, draining }) => 'statement' in at && at.when !== 'before' && !draining)
  .map((seam) => ({ ...seam, name: `with the database ${seam.name}`, kills: 'database' }));
