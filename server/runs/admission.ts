/**
 * Creates runs: checks a request against the deployment, computes its hold, and saves run, request, hold and queue row
 * together. A known request key wins over every refusal that depends on the deployment or the balance. Sends nothing to
 * anyone.
 */
import type { Principal } from '../keys/index.ts';
import { runUuidOf } from '../kinds.ts';
import { createCache } from '../platform/lib/cache.ts';
import { exactHash } from '../platform/lib/canonical-hash.ts';
import { invariant } from '../platform/lib/errors.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { endOfPeriod, type ReachedPeriod } from '../platform/lib/moment.ts';
import { formatMoney, MAX_AMOUNT, type Unit } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import { packed, type ServiceSpan } from '../platform/telemetry/tracer.ts';
import { quotaExceeded } from '../quotas/index.ts';
import {
  type AdmissionReads,
  type AdmissionResult,
  type AdmissionRow,
  type Admit,
  type KnownKey,
  NoRunStarts,
  overloaded,
} from './admission-store.ts';
import { KEYED_VERSIONS } from './content-store.ts';
import { freshRow, givenBy } from './generated-columns.ts';
import type { RunResource, RunTypes } from './resource.ts';
import { type Run, type RunRequest, toRun } from './run.ts';
import type { Upstreams } from './upstreams.ts';

export interface AdmissionOptions {
  reads: AdmissionReads;
  admit: Admit;
  unit: Unit;
  limits: { feeBasisPoints: number; maxPendingRuns: number };
  upstreams: Pick<Upstreams, 'firstOf'>;
  runDeadlineMs: number;
  /** Whether a workspace that owes something for returned payments creates no runs, whoever would pay for them. */
  debtStopsRuns?: boolean;
  /** Throws if the service creates no runs of this kind for the workspace now. */
  assertTakesRuns?: (workspace: string, kind: string) => void;
  /** What the runs of a workspace may take of machines together; by default, without a limit. */
  limitOf?: ((workspace: string, name: 'compute_cpu' | 'compute_memory') => number) | undefined;
}

export interface CreateInput<Request> {
  idempotencyKey: string;
  body: Request;
  traceparent?: string | undefined;
  signal?: AbortSignal | undefined;
  /** What the run is part of in the operator's traces; undefined if the service does not record it. */
  span?: ServiceSpan | undefined;
}

type Admitted<T extends RunTypes> =
  | { kind: 'created'; run: Run<T['Facts']>; uuid: string; provider: string; claimed: boolean }
  /** `isRemembered`: the process did not ask the database. */
  | { kind: 'existing'; uuid: string; isRemembered: boolean };

export interface Estimate<T extends RunTypes> {
  quote: T['Quote'];
  currency: string;
  scale: number;
  reservedAmount: number;
  covered: boolean;
  payer: 'wallet' | 'key_credit';
  feeBasisPoints: number;
}

export function createAdmission<T extends RunTypes>(
  resource: RunResource<T>,
  options: AdmissionOptions,
) {
  const { reads } = options;
  const knownKeys = createKnownKeys();

  async function create(
    principal: Principal,
    input: CreateInput<T['Request']>,
  ): Promise<Admitted<T>> {
    resource.check(input.body);
    const hash = requestHash(input.body);
    const { workspace } = principal;
    const name = { workspace, idempotencyKey: input.idempotencyKey };
    const existing = (known: KnownKey, isRemembered = false) =>
      foundAgain(reads.cipher, { workspace, hash }, known, isRemembered);
    const remembered = knownKeys.get(name);
    if (remembered) return existing(remembered, true);
    const existingOr = async (refusal: unknown) => {
      const known = await reads.findByRequestKey({ ...name, kind: resource.kind });
      if (!known) throw refusal;
      return existing(known);
    };
    let quote: T['Quote'];
    try {
      if (principal.isSuspended) throw workspaceSuspended();
      if (principal.isInDebt && options.debtStopsRuns) throw workspaceInDebt();
      options.assertTakesRuns?.(workspace, resource.kind);
      quote = resource.quote(input.body, principal);
    } catch (refusal) {
      return existingOr(refusal);
    }
    const hashed = await hashToSave(reads.cipher, workspace, hash);
    const row = admissionRow(resource, principal, input, hashed, quote, options);
    const result = await options.admit(row, input.signal).catch((error: unknown) => {
      if (error instanceof NoRunStarts) return error;
      throw error;
    });
    if (result instanceof NoRunStarts) return existingOr(result);
    if (result.outcome === 'existing') {
      const { existing_hash: saved, existing_hash_version: hashVersion, run } = result;
      invariant(saved && hashVersion, 'an existing run has a hash');
      const known = { run, hash: saved, hashVersion };
      knownKeys.add(name, known);
      return existing(known);
    }
    if (result.outcome !== 'created') {
      const affordable = () => resource.affordable(input.body, quote, result.payer_available ?? 0);
      throw refusalOf(options, result, principal, quote, affordable);
    }
    invariant(result.saved_at && result.payer, 'a created run is saved');
    knownKeys.add(name, { run: row.id, ...hashed });
    const { claimed } = result;
    const run = toRun<T['Facts']>(freshRow(row, result.saved_at, result), resource);
    return { kind: 'created', run, uuid: row.id, provider: row.provider, claimed };
  }

  return { create, estimate: estimating(resource, options), forget: knownKeys.forget };
}

function estimating<T extends RunTypes>(
  resource: RunResource<T>,
  { reads, unit, limits }: AdmissionOptions,
) {
  return async (principal: Principal, body: T['Request']): Promise<Estimate<T>> => {
    resource.check(body);
    const quote: T['Quote'] = resource.quote(body, principal);
    const ids = [principal.payer.account, principal.fallbackAccount].filter(
      (id) => id !== undefined,
    );
    const accounts = await reads.availableOf(ids);
    const first = accounts.find(({ id }) => id === principal.payer.account);
    const payer = [first, ...accounts].find((a) => a && a.available >= quote.amount);
    const bounds = principal.hasLimits ? await reads.limitsOf(principal.apiKey) : [];
    const isWithin = bounds.every(({ available }) => available >= quote.amount);
    return {
      quote,
      ...unit,
      reservedAmount: quote.amount,
      covered: payer !== undefined && isWithin,
      payer: payer?.kind ?? principal.payer.kind,
      feeBasisPoints: quote.feeBasisPoints ?? limits.feeBasisPoints,
    };
  };
}

async function foundAgain(
  cipher: AdmissionReads['cipher'],
  request: Parameters<typeof isSameRequest>[1],
  known: KnownKey,
  isRemembered: boolean,
) {
  assertSame(await isSameRequest(cipher, request, known));
  return { kind: 'existing' as const, uuid: known.run, isRemembered };
}

/** The run as it is saved. */
function admissionRow<T extends RunTypes>(
  resource: RunResource<T>,
  principal: Principal,
  { idempotencyKey, body, traceparent, span }: CreateInput<T['Request']>,
  { hash, hashVersion }: SavedHash,
  quote: T['Quote'],
  { unit, limits, upstreams, runDeadlineMs, limitOf }: Omit<AdmissionOptions, 'reads' | 'admit'>,
): AdmissionRow {
  const { workspace } = principal;
  const { resources } = quote;
  return {
    workspace,
    id: newUuid(),
    kind: resource.kind,
    api_key: principal.apiKey,
    account: principal.payer.account,
    fallback_account: principal.fallbackAccount,
    idempotency_key: idempotencyKey,
    request_hash: hash.toString('hex'),
    hash_version: hashVersion,
    subject: quote.subject,
    provider: upstreams.firstOf(resource, quote),
    terms: quote.terms,
    currency: unit.currency,
    scale: unit.scale,
    fee_basis_points: quote.feeBasisPoints ?? limits.feeBasisPoints,
    reserved_amount: quote.amount,
    deadline_ms: deadlineMsOf(body, runDeadlineMs),
    ...givenBy(body),
    traceparent,
    subject_version: quote.subjectVersion,
    parent_uuid: body.parent && runUuidOf(body.parent.runId),
    ...(resources && {
      cpu_millis: resources.cpuMillis,
      memory_mb: resources.memoryMb,
      most_cpu_millis: limitOf?.(workspace, 'compute_cpu') ?? MAX_AMOUNT,
      most_memory_mb: limitOf?.(workspace, 'compute_memory') ?? MAX_AMOUNT,
    }),
    service_span: span && packed(span.traceparent),
    request: quote.text,
    body,
  };
}

/** The caller's own limit, if it is shorter. */
function deadlineMsOf({ expiresAfterSeconds }: RunRequest, runDeadlineMs: number): number {
  if (expiresAfterSeconds === undefined) return runDeadlineMs;
  return Math.min(expiresAfterSeconds * 1_000, runDeadlineMs);
}

/** Compares by the version of the hash that the run was saved with. */
function assertSame(isSame: boolean | undefined): void {
  if (isSame === undefined) {
    throw overloaded(
      'A newer version of the service saved this run, and has to answer. Try again.',
    );
  }
  if (!isSame) {
    const detail = 'This request key was used with another body; use a new key for a new run.';
    throw new Problem('idempotency_key_reuse', detail, {
      at: { header: 'Idempotency-Key', code: 'idempotency_key_reuse' },
    });
  }
}

interface RefusalOptions {
  unit: Unit;
  limits: { maxPendingRuns: number };
}

/** The refusals that only the database can decide: lack of credit, limits, quotas and a key that has ended. */
function refusalOf(
  { unit, limits }: RefusalOptions,
  result: AdmissionResult,
  principal: Principal,
  { amount }: RunTypes['Quote'],
  affordable: () => Record<string, number>,
): Problem {
  if (result.outcome === 'insufficient') {
    return insufficientCredit(unit, principal, amount, result, affordable());
  }
  if (result.outcome === 'limit_reached') return spendingLimitReached(unit, amount, result);
  if (result.outcome === 'budget_reached') return budgetReached(unit, amount, result);
  if (result.outcome === 'customer_blocked') {
    const detail = 'This end user is a customer that the workspace has blocked.';
    return new Problem('customer_blocked', detail);
  }
  if (result.outcome === 'quota_exceeded') {
    invariant(result.reached && 'quota' in result.reached, 'the quota that is reached is told');
    return quotaExceeded(result.reached);
  }
  if (result.outcome === 'key_ended') {
    return new Problem('unauthorized', 'A valid API key is required.');
  }
  return new Problem(
    'too_many_pending_runs',
    `The workspace has ${limits.maxPendingRuns} runs that are not terminal; wait for some to end.`,
    { retryAfterSeconds: 1 },
  );
}

function insufficientCredit(
  unit: Unit,
  principal: Principal,
  amount: number,
  { payer, payer_available }: AdmissionResult,
  affordable: Record<string, number>,
): Problem {
  const available = payer_available ?? 0;
  const account = payer === principal.payer.account ? principal.payer.kind : 'wallet';
  const [needed, left] = [amount, available].map((each) => formatMoney(each, unit));
  const detail = `The run needs a hold of ${needed}, and the ${ACCOUNT_NAMES[account]} has ${left} available.`;
  return new Problem('insufficient_credit', detail, {
    members: {
      requiredAmount: amount,
      availableAmount: available,
      account,
      ...unit,
      ...affordable,
    },
  });
}

function spendingLimitReached(unit: Unit, amount: number, result: AdmissionResult): Problem {
  const { period, isMakers, needed, left, resetsAt, members } = reachedBy(unit, amount, result);
  const whose = isMakers ? 'the limit of the key that created this one' : "the key's limit";
  const detail = `The run needs a hold of ${needed}, and ${whose} of the ${period} leaves ${left} until ${resetsAt}.`;
  return new Problem('spending_limit_reached', detail, { members });
}

function budgetReached(unit: Unit, amount: number, result: AdmissionResult): Problem {
  const { period, needed, left, resetsAt, members } = reachedBy(unit, amount, result);
  const budget = BUDGET_NAMES[period];
  const until = resetsAt === undefined ? '' : ` until ${resetsAt}`;
  const detail = `The run needs a hold of ${needed}, and the end user's ${budget} leaves ${left}${until}.`;
  return new Problem('end_user_budget_reached', detail, { members });
}

const BUDGET_NAMES: Record<ReachedPeriod, string> = {
  day: 'budget of the day',
  month: 'budget of the month',
  total: 'budget in total',
  balance: 'prepaid balance',
};

/** The figures of the limit or budget that leaves less than the hold. */
function reachedBy(unit: Unit, amount: number, { reached, saved_at: now }: AdmissionResult) {
  invariant(reached && 'period' in reached && now, 'the limit that is reached is told');
  const { period, limit, spent, held, is_makers: isMakers } = reached;
  const available = Math.max(0, limit - spent - held);
  const [needed, left] = [amount, available].map((each) => formatMoney(each, unit));
  const isOfAll = period === 'total' || period === 'balance';
  const resetsAt = isOfAll ? undefined : endOfPeriod(period, now).toISOString();
  const members = {
    ...{ requiredAmount: amount, availableAmount: available, period, limitAmount: limit },
    ...{ spentAmount: spent, heldAmount: held, ...(resetsAt && { resetsAt }), ...unit },
  };
  return { period, isMakers, needed, left, resetsAt, members };
}

const ACCOUNT_NAMES = { wallet: 'wallet', key_credit: "key's own credit" };

/** The name of a request key, which belongs to a workspace. */
interface Named {
  workspace: string;
  idempotencyKey: string;
}

/** Most repeats come soon. */
const REMEMBERED_KEYS = 5_000;
const REMEMBERED_MS = 300_000;

/**
 * The runs that recent request keys created: that never changes, so a repeat need not look it up. Only a restored database
 * may lack a run that this process remembers.
 */
function createKnownKeys() {
  const keys = createCache<KnownKey>(REMEMBERED_KEYS, { ttl: REMEMBERED_MS });
  const textOf = ({ workspace, idempotencyKey }: Named) => `${workspace} ${idempotencyKey}`;
  return {
    get: (name: Named) => keys.get(textOf(name)),
    add: (name: Named, known: KnownKey) => void keys.set(textOf(name), known),
    forget: (name: Named) => void keys.delete(textOf(name)),
  };
}

/**
 * The version of `requestHash`. It is saved with each run and decides the replays of the run forever, so no version may
 * change. If content is encrypted, the hash has a key: without one, somebody could guess a short request from its hash.
 */
export const HASH_VERSION = 1;

interface SavedHash {
  hash: Buffer;
  hashVersion: number;
}

/** The hash of a request, as the resource takes it. */
function requestHash(body: object): Buffer {
  return exactHash(body);
}

/** The hash to save with a new run. */
async function hashToSave(
  cipher: AdmissionReads['cipher'],
  workspace: string,
  hash: Buffer,
): Promise<SavedHash> {
  const keyed = await cipher.keyedHash(workspace, hash);
  if (keyed === undefined) return { hash, hashVersion: HASH_VERSION };
  return { hash: keyed, hashVersion: KEYED_VERSIONS + HASH_VERSION };
}

/** Whether a run was saved for this request, whose hash is `hash`; undefined if only a newer process can tell. */
async function isSameRequest(
  cipher: AdmissionReads['cipher'],
  { workspace, hash }: { workspace: string; hash: Buffer },
  saved: SavedHash,
): Promise<boolean | undefined> {
  const isKeyed = saved.hashVersion > KEYED_VERSIONS;
  const version = isKeyed ? saved.hashVersion - KEYED_VERSIONS : saved.hashVersion;
  if (version !== HASH_VERSION) return undefined;
  if (!isKeyed) return hash.equals(saved.hash);
  return (await cipher.keyedHashLike(saved.hash, workspace, hash)).equals(saved.hash);
}

function workspaceSuspended(): Problem {
  const detail =
    'The operator has suspended this workspace. It creates no runs until the operator resumes it.';
  return new Problem('workspace_suspended', detail);
}

function workspaceInDebt(): Problem {
  const detail =
    'The workspace owes a part of payments that were refunded or contested. It creates no runs until that is paid.';
  return new Problem('workspace_in_debt', detail);
}
