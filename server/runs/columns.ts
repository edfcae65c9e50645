/**
 * Every column of a run that the code reads: the one list of them. `schema.sql` has their types in the table. From both,
 * `npm run generate` writes what a hot path needs spelled out: literals of one shape in `generated-columns.ts`, and the
 * lists of columns in `admit_runs.sql` and `read_runs.sql`.
 *
 * A column that the request says (`given`) also becomes a member of requests, of runs and of exports under its name there.
 */
import type { Progress } from '../providers/provider.ts';
import type { RunState } from './states.ts';

const text = textOf<string>();
const integer: Kind<number> = { in: 'integer' };
const time: Kind<Date> = { in: 'time' };

export const COLUMNS = {
  workspace: saved(text),
  id: saved(text),
  kind: saved(text),
  api_key: saved(text),
  idempotency_key: saved(text),
  subject: saved(text),
  provider: saved(text),
  provider_reference: later(text),
  state: begins(textOf<RunState>(), "claimed ? 'submitting' : 'reserved'"),
  version: begins(integer, '1'),
  currency: saved(text),
  scale: saved(integer),
  fee_basis_points: saved(integer),
  reserved_amount: saved(integer),
  provider_amount: later(integer),
  list_amount: later(integer),
  fee_amount: later(integer),
  charged_amount: later(integer),
  absorbed_amount: later(integer),
  facts: later(json<RunFacts>()),
  error: later(json<RunError>()),
  settle_deadline: later(time),
  unknown_reason: later(text),
  look_ups: begins(integer, '0'),
  last_looked_up_at: later(time),
  next_check_at: later(time),
  attempt: begins(integer, 'claimed ? 1 : 0'),
  /** Until when the service may send it. */
  deadline: begins(time, 'new Date(savedAt.getTime() + row.deadline_ms)'),
  queue_reason: later(text),
  next_attempt_at: later(time),
  session_id: given(text, 'attribution.sessionId'),
  end_user_id: given(text, 'attribution.endUserId'),
  prompt_id: given(text, 'attribution.promptId'),
  prompt_version: given(text, 'attribution.promptVersion'),
  metadata: given(json<Metadata>(), 'metadata'),
  created_at: begins(time, 'savedAt'),
  updated_at: begins(time, 'savedAt'),
  finished_at: later(time),
  cancel_requested_at: later(time),
  subject_version: optional(text),
  progress: later(json<Progress>()),
  parent_run: given(text, 'parent.runId'),
  parent_call: given(text, 'parent.toolCallId'),
  /** Null if the run begins a trace of its own. */
  trace: begins(textOf<string | null>(), 'trace'),
  /** A read also knows the purges of many runs. */
  content_purged_at: later(time, 'g.purged_at'),
};

type Columns = typeof COLUMNS;

export type RunRow = { [Name in keyof Columns]: ReadOf<Columns[Name]> };

/** What a create supplies for the row, as it is saved. */
export type SavedColumns = { [Name in NamesOf<'saved'>]: RunRow[Name] } & {
  [Name in NamesOf<'optional'> | NamesOf<'given'>]?: NonNullable<RunRow[Name]> | undefined;
};

/** What a request says for the row. */
export type GivenColumns = Pick<SavedColumns, NamesOf<'given'>>;

/** The members of requests and runs that are columns by themselves. */
export type Given = {
  [Name in NamesOf<'given'> as WholeMember<Columns[Name]>]?: NonNullable<RunRow[Name]>;
};

/** All that a request gives. */
export interface GivenMembers extends Given {
  attribution?: Attribution;
  /** The run that requested this one, and by which of its calls. */
  parent?: Parent;
}

/** The columns of those members. */
export type GivenRow = Pick<RunRow, keyof GivenColumns & NamesOfWhole>;

/** Both names of each, in the order of the list: the edges loop over them. */
export const GIVEN = Object.entries(COLUMNS as Record<string, Column>).flatMap(
  ([column, { from, is, kind }]) =>
    is === 'given' && !from!.includes('.')
      ? [{ column: column as keyof GivenRow, member: from as keyof Given, type: kind.in }]
      : [],
);

/** Their columns for a `select`, and for an `update` that erases them. */
export const GIVEN_COLUMNS = GIVEN.map(({ column }) => column).join(', ');
export const GIVEN_ERASED = GIVEN.map(({ column }) => `${column} = null`).join(', ');

/** The columns for a `select`; the alias of the table is `r`. */
export const RUN_COLUMNS = Object.keys(COLUMNS)
  .map((name) => `r.${name}`)
  .join(', ');

/** What a resource keeps of a run beyond its state and money. */
export interface RunFacts {
  /** Counts of what was used, by name. */
  usage?: object;
}

export interface RunError {
  code: RunErrorCode | (string & {});
  message: string;
  /** Whether the same request may succeed under a new request key. */
  retryable: boolean;
  providerStatus?: number;
}

/** The codes of all kinds of runs; the failures of a resource have their own codes. */
type RunErrorCode =
  | 'provider_refused'
  | 'provider_unavailable'
  | 'run_expired'
  | 'outcome_unknown'
  | 'answer_lost'
  | 'key_revoked'
  | 'cancelled'
  | 'internal';

type Metadata = Record<string, string>;

interface Parent {
  runId: string;
  toolCallId?: string;
}

export interface Attribution {
  sessionId?: string;
  endUserId?: string;
  promptId?: string;
  promptVersion?: string;
}

interface Kind<Read> {
  in: 'text' | 'integer' | 'time' | 'json';
  read?: Read;
}

export interface Column<Is extends string = string, Read = unknown, From extends string = string> {
  is: Is;
  kind: Kind<Read>;
  /** The member of the request that it is, or the expression that it begins with. */
  from?: From;
  /** The expression that a read by id has for it; by default, the column. */
  readAs?: string;
}

type ReadOf<Of> = Of extends Column<string, infer Read> ? Read : never;
type NamesOf<Is> = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer Of>
    ? Of extends Is
      ? Name
      : never
    : never;
}[keyof Columns];
type NamesOfWhole = {
  [Name in keyof Columns]: [WholeMember<Columns[Name]>] extends [never] ? never : Name;
}[keyof Columns];
type WholeMember<Of> =
  Of extends Column<string, unknown, infer From>
    ? From extends `${string}.${string}`
      ? never
      : From
    : never;

function textOf<Read extends string | null>(): Kind<Read> {
  return { in: 'text' };
}

function json<Read>(): Kind<Read> {
  return { in: 'json' };
}

/** A create supplies it. */
function saved<Read>(kind: Kind<Read>): Column<'saved', Read> {
  return { is: 'saved', kind };
}

/** A create may supply it. */
function optional<Read>(kind: Kind<Read>): Column<'optional', Read | null> {
  return { is: 'optional', kind };
}

/** The request may say it: `from` is its path there. */
function given<Read, const From extends string>(
  kind: Kind<Read>,
  from: From,
): Column<'given', Read | null, From> {
  return { is: 'given', kind, from };
}

/** The create decides it: `from` is the expression in `freshRow`. */
function begins<Read>(kind: Kind<Read>, from: string): Column<'begins', Read> {
  return { is: 'begins', kind, from };
}

/** Null at first. */
function later<Read>(kind: Kind<Read>, readAs?: string): Column<'later', Read | null> {
  return { is: 'later', kind, ...(readAs !== undefined && { readAs }) };
}
