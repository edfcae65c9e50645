/**
 * Scores: how good a run, a span or a session was. Each is saved once by its request key and never changes. A score of
 * a run copies the run's attribution, so that scores can be found by the version of a prompt.
 */

import { recordEvent } from '../audit-trail/index.ts';
import { runIdOf, runUuidOf } from '../kinds.ts';
import { isHashOf, keyedHash } from '../platform/db/encryption/index.ts';
import type { Db, Queryable, Transaction } from '../platform/db/pool.ts';
import { canonicalHash } from '../platform/lib/canonical-hash.ts';
import {
  earliestIdOf,
  HIGHEST_UUID,
  idToUuid,
  LOWEST_UUID,
  latestIdOf,
  newUuid,
} from '../platform/lib/ids.ts';
import { type FaultCode, keyReused, Problem } from '../platform/lib/problem.ts';
import {
  countScoresOf,
  insertScore,
  type JudgedRun,
  lockTarget,
  removeScore,
  type ScoreRow,
  type SummedScores,
  scanScores,
  selectJudgedRun,
  selectScore,
  selectScoreOfKey,
  sumScoresOfPrompt,
  type Target,
} from './store.ts';

export type { ScoreRow } from './store.ts';

export const SCORE_PREFIX = 'scr';
/** The maximum for one run, span or session. */
const MOST_OF_ONE = 100;
/** Rows that one page examines while it filters. */
const SCANNED_ROWS = 1_000;

/** As in the contract. */
interface ScoreInput {
  name: string;
  value: number | string | boolean;
  source: 'human' | 'automatic';
  comment?: string | null;
  runId?: string | null;
  span?: { traceId: string; spanId: string } | null;
  sessionId?: string | null;
}

/** UUID of the key, or of the person. */
type By = { apiKey: string } | { person: string };

interface Creation {
  workspace: string;
  by: By;
  requestKey: string;
  input: ScoreInput;
}

/** The scores of workspaces, as programs reach them. */
export interface Scores {
  /** Throws the refusal; a known key takes precedence over every other refusal. */
  create(creation: Creation): Promise<SavedScore>;
  list(workspace: string, query: ScoreQuery): Promise<ScorePage>;
  get(workspace: string, id: string): Promise<ScoreRow | undefined>;
  /** Whether it existed. */
  remove(deletion: Deletion): Promise<boolean>;
}

export function createScores(db: Db): Scores {
  return {
    create: (creation) => createScore(db, creation),
    list: (workspace, query) => listScores(db, workspace, query),
    get: (workspace, id) => selectScore(db, workspace, id),
    remove: (deletion) => deleteScore(db, deletion),
  };
}

interface SavedScore {
  score: ScoreRow;
  replayed: boolean;
}

export async function createScore(db: Db, creation: Creation): Promise<SavedScore> {
  const { workspace, by } = creation;
  const target = targetOf(creation.input);
  for (;;) {
    const done = await db.transaction(async (tx) => {
      await lockTarget(tx, workspace, target);
      return saveScore(storeIn(tx, workspace, by), creation, target);
    });
    // Meanwhile, another caller used the same key for another score: the next round finds it.
    if (done) return done;
  }
}

/** What a save asks of the scores and the runs of the workspace. */
interface ScoreStore {
  ofKey(requestKey: string): Promise<ScoreRow | undefined>;
  isOf(score: ScoreRow, hash: Buffer): Promise<boolean>;
  judged(run: string): Promise<JudgedRun | undefined>;
  count(target: Target): Promise<number>;
  /** Undefined if the request key is known by now. */
  insert(score: UnsavedScore, hash: Buffer): Promise<ScoreRow | undefined>;
}

type UnsavedScore = Omit<ScoreRow, 'created_at' | 'request_hash'> & { request_key: string };

function storeIn(tx: Transaction, workspace: string, by: By): ScoreStore {
  return {
    ofKey: (requestKey) => selectScoreOfKey(tx, workspace, requestKey),
    isOf: ({ request_hash }, hash) => isHashOf(tx.cipher, workspace, request_hash, hash),
    judged: (run) => selectJudgedRun(tx, workspace, run),
    count: (target) => countScoresOf(tx, workspace, target),
    async insert(score, hash) {
      const request_hash = await keyedHash(tx.cipher, workspace, hash);
      const saved = await insertScore(tx, { ...score, workspace, request_hash });
      if (saved && 'person' in by) await note(tx, workspace, 'score_saved', saved, by);
      return saved;
    },
  };
}

/** Undefined if the request key became known meanwhile. */
export async function saveScore(
  store: ScoreStore,
  creation: Creation,
  target: Target,
): Promise<SavedScore | undefined> {
  const { requestKey, input } = creation;
  const hash = canonicalHash(given(input));
  const before = await store.ofKey(requestKey);
  if (before) {
    if (!(await store.isOf(before, hash)))
      throw keyReused('belongs to a score that was saved with another body');
    return { score: before, replayed: true };
  }
  const judged = await judgedRun(store, input, target);
  if ((await store.count(target)) >= MOST_OF_ONE) throw tooMany(input);
  const { name, source, comment = null } = input;
  const unsaved = {
    ...{ request_key: requestKey, id: newUuid(), ...savedBy(creation), name, source },
    ...{ ...columnsOf(input.value), comment, ...target, ...judged },
  };
  const score = await store.insert(unsaved, hash);
  return score && { score, replayed: false };
}

/** Whether it existed. The audit trail contains scores that people give or delete. */
export function deleteScore(db: Db, { workspace, id, by }: Deletion): Promise<boolean> {
  return db.transaction(async (tx) => {
    const deleted = await removeScore(tx, workspace, id);
    const isNoted = deleted && (deleted.person !== null || 'person' in by);
    if (isNoted) await note(tx, workspace, 'score_deleted', deleted, by);
    return deleted !== undefined;
  });
}

function note(
  tx: Queryable,
  workspace: string,
  kind: 'score_saved' | 'score_deleted',
  score: ScoreRow,
  by: By,
): Promise<void> {
  const { run, trace_id, span_id, session_id } = score;
  const detail = {
    ...{ score: score.id, name: score.name },
    value: score.numeric_value ?? score.category ?? score.boolean_value,
    runId: run && runIdOf(score.kind, run),
    ...{ trace_id, span_id, session_id },
  };
  const actor = 'person' in by ? by.person : { by_key: by.apiKey };
  return recordEvent(tx, workspace, kind, detail, actor);
}

interface Deletion {
  workspace: string;
  id: string;
  by: By;
}

interface ScoreFilters {
  runId?: string;
  traceId?: string;
  spanId?: string;
  sessionId?: string;
  promptId?: string;
  promptVersion?: string;
  name?: string;
  source?: string;
  createdAfter?: Date;
  createdBefore?: Date;
}

export interface ScoreQuery extends ScoreFilters {
  limit: number;
  before?: string;
}

/** Newest first. `next` is where the next page starts; null at the end. */
interface ScorePage {
  scores: ScoreRow[];
  next: string | null;
}

export async function listScores(db: Db, workspace: string, query: ScoreQuery): Promise<ScorePage> {
  const { limit, before = HIGHEST_UUID, createdAfter, createdBefore, runId, ...filters } = query;
  const latest = createdBefore ? latestIdOf(createdBefore) : before;
  const rows = await scanScores(db, {
    ...{ workspace, before: latest < before ? latest : before },
    after: createdAfter ? earliestIdOf(createdAfter) : LOWEST_UUID,
    run: runId === undefined ? null : judgedUuid(runId),
    traceId: filters.traceId ?? null,
    spanId: filters.spanId ?? null,
    sessionId: filters.sessionId ?? null,
    promptId: filters.promptId ?? null,
    promptVersion: filters.promptVersion ?? null,
    name: filters.name ?? null,
    source: filters.source ?? null,
    createdAfter: createdAfter ?? null,
    createdBefore: createdBefore ?? null,
    ...{ scanAtMost: SCANNED_ROWS, takeAtMost: limit + 1 },
  });
  const matching = rows.filter(({ id }) => id !== null);
  const scores = matching.slice(0, limit);
  const { scanned, last_id } = rows[0]!;
  const next =
    matching.length > scores.length ? scores.at(-1)!.id : scanned === SCANNED_ROWS ? last_id : null;
  return { scores, next };
}

/** The UUID of a judged run: an id that is not a run's has no scores. */
export function judgedUuid(runId: string): string {
  return runUuidOf(runId) ?? LOWEST_UUID;
}

/** The UUID of a score, or a UUID that no score has. */
export function scoreUuid(id: string): string {
  return idToUuid(SCORE_PREFIX, id) ?? LOWEST_UUID;
}

function savedBy({ by }: Creation): Pick<ScoreRow, 'api_key' | 'person'> {
  return {
    api_key: 'apiKey' in by ? by.apiKey : null,
    person: 'person' in by ? by.person : null,
  };
}

/** Without members that have no value. */
function given(input: ScoreInput) {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** Throws for a score that judges nothing, or several things. */
export function targetOf({ runId, span, sessionId }: ScoreInput): Target {
  const named = [runId, span, sessionId].filter((each) => each !== undefined && each !== null);
  if (named.length !== 1) {
    throw refusal(
      'invalid_request',
      '#',
      'must have exactly one of runId, span and sessionId',
      'one_of',
    );
  }
  return {
    run: runId ? judgedUuid(runId) : null,
    trace_id: span?.traceId ?? null,
    span_id: span?.spanId ?? null,
    session_id: sessionId ?? null,
  };
}

const NO_RUN: JudgedRun = {
  ...{ kind: null, run_session_id: null, end_user_id: null, prompt_id: null, prompt_version: null },
};

async function judgedRun(
  store: Pick<ScoreStore, 'judged'>,
  { runId }: ScoreInput,
  { run }: Target,
): Promise<JudgedRun> {
  if (run === null) return NO_RUN;
  const found = await store.judged(run);
  // Each kind of id has its own prefix.
  if (found && runIdOf(found.kind, run) === runId) return found;
  throw refusal('unknown_run', '#/runId', 'is no run of your workspace', 'unknown_run');
}

function columnsOf(value: ScoreInput['value']) {
  return {
    numeric_value: typeof value === 'number' ? value : null,
    category: typeof value === 'string' ? value : null,
    boolean_value: typeof value === 'boolean' ? value : null,
  };
}

function tooMany({ runId, span }: ScoreInput): Problem {
  const pointer = runId ? '#/runId' : span ? '#/span' : '#/sessionId';
  const detail = `has ${MOST_OF_ONE} scores already, and nothing can have more`;
  return refusal('too_many_scores', pointer, detail, 'max_items');
}

function refusal(
  problem: 'invalid_request' | 'unknown_run' | 'too_many_scores',
  pointer: string,
  detail: string,
  code: FaultCode,
): Problem {
  return new Problem(problem, `${pointer === '#' ? 'The score' : pointer} ${detail}.`, {
    errors: [{ pointer, detail, code }],
  });
}

/* The sums of a prompt's scores, by the version that the judged runs are attributed to. */

const SUMMED = 50_000;
const MOST_ROWS = 1_000;
/** The maximum of named categories; rarer ones are counted without a name. */
const MOST_VALUES = 20;

export interface PromptScores {
  scores: SummedScores[];
  isPartial: boolean;
}

export async function scoresOfPrompt(
  db: Db,
  workspace: string,
  promptId: string,
): Promise<PromptScores> {
  const rows = await sumScoresOfPrompt(db, {
    ...{ workspace, promptId, atMost: SUMMED, mostValues: MOST_VALUES, mostRows: MOST_ROWS + 1 },
  });
  const isPartial = rows.length > MOST_ROWS || rows.some(({ is_partial }) => is_partial);
  return { scores: rows.slice(0, MOST_ROWS), isPartial };
}
