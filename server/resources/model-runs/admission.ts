/**
 * Creates runs: checks a request against the deployment, computes its hold, and saves run, request, hold
 * and queue row of many concurrent requests in one round trip and one commit. A known request key wins
 * over every refusal that depends on the deployment or the balance. Sends nothing to anyone.
 */

import { isConnectionLost, isLockTimeout } from '../../db/errors.ts';
import type { Db } from '../../db/pool.ts';
import { newUuid } from '../../kernel/ids.ts';
import { invariant } from '../../kernel/invariant.ts';
import { createBatcher } from '../../kernel/micro-batcher.ts';
import type { Unit } from '../../kernel/money.ts';
import { formatMoney } from '../../kernel/money-text.ts';
import { DATABASE_AWAY, Problem } from '../../kernel/problem.ts';
import type { Principal } from '../../keys/index.ts';
import { isolateFaults } from './batch.ts';
import { checkShape } from './prompt.ts';
import type { Quote, Quoter } from './quote.ts';
import { HASH_VERSION, requestHash, requestHashBy } from './request-hash.ts';
import type { CreateRequest, Run } from './run.ts';
import { type RunRow, toRun } from './run-row.ts';
import * as store from './store.ts';

export interface AdmissionOptions {
  db: Db;
  quoter: Quoter;
  unit: Unit;
  limits: { feeBasisPoints: number; maxPendingRuns: number };
  runDeadlineMs: number;
}

export interface CreateInput {
  idempotencyKey: string;
  body: CreateRequest;
  /** The body as JSON.parse reads it, where that differs from `body`. */
  received?: unknown;
  traceparent?: string | undefined;
  signal?: AbortSignal | undefined;
}

export type Admitted =
  | { kind: 'created'; run: Run; uuid: string; provider: string }
  | { kind: 'existing'; uuid: string };

export interface Estimate {
  model: string;
  currency: string;
  scale: number;
  reservedAmount: number;
  covered: boolean;
  payer: 'wallet' | 'key_credit';
  promptChars: number;
  priceVersion: string;
  feeBasisPoints: number;
}

export function createAdmission(options: AdmissionOptions) {
  const { db, quoter, unit, limits } = options;
  const batcher = createBatcher<store.AdmissionRow, store.AdmissionResult>({
    run: admitBatch,
    lanes: 2,
    maxItems: 64,
    maxBytes: 4_000_000,
    sizeOf: (row) => row.request.length,
    maxQueued: 2_000,
    maxQueuedBytes: 64_000_000,
    onFull: () => overloaded('More creates are waiting than the service takes in.'),
  });

  async function create(principal: Principal, input: CreateInput): Promise<Admitted> {
    checkShape(input.body);
    const hash = requestHash(input);
    let quote: Quote;
    try {
      quote = quoter.quote(input.body);
    } catch (refusal) {
      const known = await store.findByRequestKey(db, principal.workspace, input.idempotencyKey);
      if (!known) throw refusal;
      assertSameRequest(input, hash, known.hash, known.hashVersion);
      return { kind: 'existing', uuid: known.id };
    }
    const row = rowOf(principal, input, hash, quote);
    const result = await batcher.submit(row, input.signal);
    switch (result.outcome) {
      case 'created':
        invariant(result.saved_at && result.payer, 'a created run is saved');
        return {
          kind: 'created',
          run: toRun(freshRow(row, result.saved_at)),
          uuid: row.id,
          provider: row.provider,
        };
      case 'existing':
        invariant(
          result.existing_hash && result.existing_hash_version,
          'an existing run has a hash',
        );
        assertSameRequest(input, hash, result.existing_hash, result.existing_hash_version);
        return { kind: 'existing', uuid: result.run };
      case 'insufficient':
        throw insufficientCredit(principal, input.body, quote, result);
      case 'too_many_pending':
        throw new Problem(
          'too_many_pending_runs',
          `The workspace has ${limits.maxPendingRuns} runs that are not terminal; wait for some to end.`,
          { retryAfterSeconds: 1 },
        );
      case 'key_ended':
        throw new Problem('unauthorized', 'A valid API key is required.');
    }
  }

  async function estimate(principal: Principal, body: CreateRequest): Promise<Estimate> {
    checkShape(body);
    const quote = quoter.quote(body);
    const ids = [principal.payer.account, principal.fallbackAccount].filter(
      (id) => id !== undefined,
    );
    const accounts = await store.availableOf(db, ids);
    const first = accounts.find(({ id }) => id === principal.payer.account);
    const payer = [first, ...accounts].find((a) => a && a.available >= quote.amount);
    return {
      model: quote.model.id,
      ...unit,
      reservedAmount: quote.amount,
      covered: payer !== undefined,
      payer: payer?.kind ?? principal.payer.kind,
      promptChars: quote.promptChars,
      priceVersion: quote.model.priceVersion,
      feeBasisPoints: limits.feeBasisPoints,
    };
  }

  function rowOf(
    principal: Principal,
    { idempotencyKey, body, traceparent }: CreateInput,
    hash: Buffer,
    quote: Quote,
  ): store.AdmissionRow {
    return {
      workspace: principal.workspace,
      id: newUuid(),
      api_key: principal.apiKey,
      account: principal.payer.account,
      fallback_account: principal.fallbackAccount,
      idempotency_key: idempotencyKey,
      request_hash: hash.toString('hex'),
      hash_version: HASH_VERSION,
      model: quote.model.id,
      provider: quote.model.provider,
      terms: quote.terms,
      ...unit,
      fee_basis_points: limits.feeBasisPoints,
      reserved_amount: quote.amount,
      deadline_ms: options.runDeadlineMs,
      session_id: body.attribution?.sessionId,
      end_user_id: body.attribution?.endUserId,
      prompt_id: body.attribution?.promptId,
      prompt_version: body.attribution?.promptVersion,
      traceparent,
      request: quote.text,
    };
  }

  async function admitBatch(
    rows: store.AdmissionRow[],
  ): Promise<(store.AdmissionResult | Error)[]> {
    const results = new Map<store.AdmissionRow, store.AdmissionResult | Error>();
    // The function takes one row per request key; a second one waits for the first and finds its run.
    for (let waiting = rows; waiting.length > 0; ) {
      const turn = firstOfEachKey(waiting);
      const outcomes = await admitTurn(turn);
      turn.forEach((row, i) => {
        results.set(row, outcomes[i]!);
      });
      waiting = waiting.filter((row) => !results.has(row));
    }
    return rows.map((row) => results.get(row)!);
  }

  async function admitTurn(rows: store.AdmissionRow[]) {
    const outcomes = await isolateFaults(rows, async (part) => {
      try {
        return await store.admit(db, part, limits.maxPendingRuns);
      } catch (error) {
        // Whether it was committed is unknown; the same ids make the repeat find its own runs.
        if (!isConnectionLost(error)) throw error;
        return await store.admit(db, part, limits.maxPendingRuns);
      }
    }).catch((error: unknown) => {
      if (!isConnectionLost(error)) throw error;
      const problem = overloaded(DATABASE_AWAY, error);
      return rows.map(() => problem);
    });
    return outcomes.map((outcome) =>
      isLockTimeout(outcome) ? overloaded('The account is busy.', outcome) : outcome,
    );
  }

  function insufficientCredit(
    principal: Principal,
    body: CreateRequest,
    quote: Quote,
    { payer, payer_available }: store.AdmissionResult,
  ): Problem {
    const available = payer_available ?? 0;
    const account = payer === principal.payer.account ? principal.payer.kind : 'wallet';
    const affordable = quoter.affordableMaxOutputTokens(body, quote, available);
    const [needed, left] = [quote.amount, available].map((amount) => formatMoney(amount, unit));
    const detail = `The run needs a hold of ${needed}, and the ${ACCOUNT_NAMES[account]} has ${left} available.`;
    return new Problem('insufficient_credit', detail, {
      members: {
        requiredAmount: quote.amount,
        availableAmount: available,
        account,
        ...unit,
        ...(affordable !== undefined && { affordableMaxOutputTokens: affordable }),
      },
    });
  }

  return { create, estimate };
}

const ACCOUNT_NAMES = { wallet: 'wallet', key_credit: "key's own credit" };

/** A run is compared by the version of the hash that it was saved with. */
function assertSameRequest(
  input: CreateInput,
  hash: Buffer,
  saved: Buffer,
  savedVersion: number,
): void {
  const same = savedVersion === HASH_VERSION ? hash : requestHashBy(savedVersion, input);
  if (!same) {
    throw overloaded(
      'A newer version of the service saved this run, and has to answer. Try again.',
    );
  }
  if (!same.equals(saved)) {
    const detail = 'This request key was used with another body; use a new key for a new run.';
    throw new Problem('idempotency_key_reuse', detail, {
      errors: [{ header: 'Idempotency-Key', detail, code: 'idempotency_key_reuse' }],
    });
  }
}

function firstOfEachKey(rows: store.AdmissionRow[]): store.AdmissionRow[] {
  const first = new Map<string, store.AdmissionRow>();
  for (const row of rows) {
    const key = `${row.workspace} ${row.idempotency_key}`;
    if (!first.has(key)) first.set(key, row);
  }
  return [...first.values()];
}

/** The row of a run that was saved a moment ago: all is known without reading it. */
function freshRow(row: store.AdmissionRow, savedAt: Date): RunRow {
  return {
    workspace: row.workspace,
    id: row.id,
    api_key: row.api_key,
    idempotency_key: row.idempotency_key,
    model: row.model,
    provider: row.provider,
    provider_reference: null,
    state: 'reserved',
    version: 1,
    currency: row.currency,
    scale: row.scale,
    fee_basis_points: row.fee_basis_points,
    reserved_amount: row.reserved_amount,
    provider_amount: null,
    list_amount: null,
    fee_amount: null,
    charged_amount: null,
    absorbed_amount: null,
    prompt_tokens: null,
    completion_tokens: null,
    cached_prompt_tokens: null,
    reasoning_tokens: null,
    finish_reason: null,
    error: null,
    settle_deadline: null,
    unknown_reason: null,
    look_ups: 0,
    last_looked_up_at: null,
    next_check_at: null,
    attempt: 0,
    deadline: new Date(savedAt.getTime() + row.deadline_ms),
    queue_reason: null,
    next_attempt_at: null,
    session_id: row.session_id ?? null,
    end_user_id: row.end_user_id ?? null,
    prompt_id: row.prompt_id ?? null,
    prompt_version: row.prompt_version ?? null,
    created_at: savedAt,
    updated_at: savedAt,
    finished_at: null,
  };
}

function overloaded(detail: string, cause?: unknown): Problem {
  return new Problem('overloaded', detail, { retryAfterSeconds: 1, cause });
}
