/**
 * What every kind of runs has at the edges of the service: how a request is read, which runs a list shows, and how runs are
 * shown to programs, people and operators. The edges are written once, for all kinds; whatever only one kind has is in its
 * folder.
 */
import type { Scope } from '../../keys/index.ts';
import type { KindNames } from '../../kinds.ts';
import { idToUuid, LOWEST_UUID } from '../../platform/lib/ids.ts';
import { type JsonValue, withExact } from '../../platform/lib/json.ts';
import { toDate } from '../../platform/lib/moment.ts';
import { formatMoney, type Unit } from '../../platform/lib/money.ts';
import {
  type FaultCode,
  Problem,
  type ProblemCode,
  type ProblemOptions,
} from '../../platform/lib/problem.ts';
import type {
  ListQuery,
  Run,
  RunFacts,
  RunHistory,
  RunKernel,
  RunRequest,
  RunResource,
  RunState,
  Runs,
  RunTypes,
} from '../index.ts';

export interface KindEdges<T extends RunTypes = RunTypes> {
  resource: RunResource<T>;
  /** As callers see them. */
  limits: object;
  /** The request, from a body that the contract allows. */
  read(body: unknown, exactBody: unknown): T['Request'];
  /** The longest body of a request, if it may be longer than the bodies of other operations. */
  maxBodyBytes?: number;
  /** Learns what is on sale now, before a request is read. */
  refresh?(): Promise<void>;
  /** The display names of what is on sale, if they differ from those for programs. */
  names?(): ReadonlyMap<string, string>;
  /** What an estimate says besides the hold. */
  toEstimate(quote: T['Quote']): object;
  /** The run as the developer API has it. */
  present(run: Run<T['Facts']>): object;
  /** Adds to a run under way what its provider says now. */
  withProgress?(run: Run<T['Facts']>): Promise<Run<T['Facts']>>;
  /** A row of the list of people. */
  toRow(run: Run<T['Facts']>): object;
  /** What people see of one run, besides its history and its entries. */
  toDetail(found: RunHistory<T['Facts']>): object;
  /** The facts that a filter of people wants, if it is a filter of this kind alone. */
  factsWanted?(filters: { result?: string }): ListQuery['facts'];
  /** A request for another such run, which costs no more. */
  toRepeat?(found: Repeatable<T['Facts']>): T['Request'];
  /** Columns of the file of a list that only this kind has. */
  columns?: readonly string[];
  cells?(run: Run<T['Facts']>): (string | number | undefined)[];
  /** What the run adds to the conversation of its session; absent if it adds nothing. */
  toTurn?(found: RunHistory<T['Facts']>): object;
  /** What its runs store besides their content, if they do. */
  outputs?: {
    /** All of it, in parts. */
    of(workspace: string, uuid: string): AsyncGenerator<object>;
    remove(workspace: string, uuids: readonly string[]): Promise<void>;
  };
  /** The facts of a run that only this kind has, for operators. */
  inWords?(run: Run<T['Facts']>): Record<string, string | undefined>;
}

/** A run whose request is still stored. */
export type Repeatable<Facts extends RunFacts = RunFacts> = Omit<RunHistory<Facts>, 'request'> & {
  request: JsonValue;
};

/** A kind whose runs the service creates. */
export type OfferedKind<
  Names extends KindNames = KindNames,
  Edges extends KindEdges = KindEdges,
> = Names & { scope: Scope } & Edges & { runs: Runs<TypesOf<Edges>> };

type TypesOf<Edges> = Edges extends { resource: RunResource<infer T> } ? T : never;

/** What several kinds have together. */
export type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** From now on, the kernel creates runs of this kind. */
export function offerKind<Names extends KindNames & { scope: Scope }, Edges extends KindEdges>(
  kernel: Pick<RunKernel, 'offer'>,
  names: Names,
  edges: Edges,
): OfferedKind<Names, Edges> {
  const runs = kernel.offer(edges.resource as RunResource<TypesOf<Edges>>);
  return { ...names, ...edges, runs };
}

/** As in the contracts; which of them a list has depends on its kind. Another member names what the runs are of. */
export interface ListFilters {
  state?: readonly RunState[];
  keyId?: string;
  createdAfter?: string;
  createdBefore?: string;
  idempotencyKey?: string;
  sessionId?: string;
  endUserId?: string;
  promptId?: string;
  promptVersion?: string;
  metadata?: readonly string[];
  parentRunId?: string;
  search?: string;
  errorCode?: string;
  minChargedAmount?: number;
  maxChargedAmount?: number;
  minDurationMs?: number;
  maxDurationMs?: number;
}

export function toListQuery(
  { subject: named }: Pick<KindNames, 'subject'>,
  filters: ListFilters,
): Omit<ListQuery, 'limit'> {
  const { keyId, createdAfter, createdBefore, metadata } = filters;
  const subject = (filters as Record<string, unknown>)[named] as string | undefined;
  const query: { [Name in keyof Omit<ListQuery, 'limit'>]: ListQuery[Name] | undefined } = {
    subject,
    states: filters.state,
    apiKey: keyId === undefined ? undefined : toApiKey(keyId),
    createdAfter: createdAfter === undefined ? undefined : toDate('createdAfter', createdAfter),
    createdBefore: createdBefore === undefined ? undefined : toDate('createdBefore', createdBefore),
    labels: metadata?.map(toLabel),
    parentRun: filters.parentRunId,
    idempotencyKey: filters.idempotencyKey,
    sessionId: filters.sessionId,
    endUserId: filters.endUserId,
    promptId: filters.promptId,
    promptVersion: filters.promptVersion,
    search: filters.search,
    errorCode: filters.errorCode,
    minCharged: filters.minChargedAmount,
    maxCharged: filters.maxChargedAmount,
    minDurationMs: filters.minDurationMs,
    maxDurationMs: filters.maxDurationMs,
  };
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Omit<ListQuery, 'limit'>;
}

/** `team:billing`: a name has no colon. */
function toLabel(text: string): [name: string, value: string] {
  const colon = text.indexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1)];
}

/** An id of the documented form can have bits that are no UUID: then it names a key that does not exist. */
function toApiKey(keyId: string): string {
  return idToUuid('key', keyId) ?? LOWEST_UUID;
}

/**
 * Takes passed-through members exactly as they came. Leaves out an optional member that is null, and an attribution or
 * metadata without members.
 */
export function readRunRequest<Request extends RunRequest>(
  body: unknown,
  exactBody: unknown,
  passedThrough: ReadonlySet<string>,
): Request {
  const exact = withExact(body, exactBody, passedThrough);
  const read = withoutNulls(exact, passedThrough) as Request;
  const { attribution = {}, metadata = {}, ...request } = read;
  return {
    ...request,
    ...(Object.keys(attribution).length > 0 && { attribution }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  } as Request;
}

function withoutNulls(value: unknown, passedThrough: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null || !holdsNull(value)) return value;
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, passedThrough));
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      passedThrough.has(name) ? member : withoutNulls(member, passedThrough),
    ]),
  );
}

function holdsNull(value: object): boolean {
  for (const member of Object.values(value) as unknown[]) {
    if (member === null || (typeof member === 'object' && holdsNull(member))) return true;
  }
  return false;
}

/** The hold, if it can be counted and the caller allows it. `pointer` is what makes it large, if the caller set no limit. */
export function checkedHold(
  unit: Unit,
  amount: number | undefined,
  maximum: number | undefined,
  pointer: string,
): number {
  if (amount !== undefined && (maximum === undefined || amount <= maximum)) return amount;
  const detail =
    amount === undefined
      ? 'The hold would be more than money can be counted in.'
      : `The run needs a hold of ${formatMoney(amount, unit)}, and maxReservedAmount is ${formatMoney(maximum ?? 0, unit)}.`;
  return refuse(
    'hold_above_maximum',
    maximum === undefined ? pointer : '#/maxReservedAmount',
    detail,
    {
      ...(amount !== undefined && { requiredAmount: amount }),
      ...(maximum !== undefined && { maxReservedAmount: maximum }),
      ...unit,
    },
  );
}

/** Refuses a request for what one member of it says. */
export function refuse(
  code: ProblemCode & FaultCode,
  pointer: string,
  detail: string,
  members: NonNullable<ProblemOptions['members']> = {},
): never {
  throw new Problem(code, detail, { at: { pointer, code }, members });
}
