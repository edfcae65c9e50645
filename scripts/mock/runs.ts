/** The operations of one kind of runs: creating, reading, listing and cancelling them, and many at once. */
import { type Asked, type Decision, type Query, refuse } from './asked.ts';
import { answerBatch, type Creates, refuseRepeatedKey } from './batch.ts';
import type { Create, Kind, Run } from './kinds.ts';
import { answerOf, type Operation, operationNamed } from './operations.ts';
import { isList, type List, type Pages } from './pages.ts';
import { createSavedRuns } from './saved-runs.ts';

export function createRuns(kind: Kind, operations: readonly Operation[], pages: Pages) {
  const { name } = kind;
  const [CREATE, LIST, READ] = [`create${name}`, `list${name}s`, `get${name}`];
  const [CANCEL, BATCH] = [`cancel${name}`, `create${name}Batch`];
  const operation = operationNamed(operations, CREATE);
  const listed = new Map(pages.rows<Run>(LIST).map((run) => [run.id, run]));
  const saved = createSavedRuns(kind, operations);

  const creates: Creates = {
    example: (status, example = '') => answerOf(operation, status)?.examples.get(example),
    decide: (key, create) => saved.decideCreate(key, create, false),
    apply: (run, key, create) => saved.remember(run, key, create, true),
    isKnown: saved.isKnown,
  };

  /** By request key it is the caller's own run, or none; the other filters look at what the examples have. */
  function narrowed({ data: [usual] }: List, query: Query): List {
    const run = usual && saved.byKey(query.idempotencyKey, usual as Run);
    if (run) return { data: [run], nextCursor: null };
    return pages.page<Run>(LIST, query, (run) => isAskedFor(kind, run, query));
  }

  return {
    /** Undefined where nothing of this kind is asked for. */
    decide({ operation: asked, params: [run = ''], headers, body, preference }: Asked) {
      const { id } = asked;
      if (id === CREATE) return saved.decideCreate(requestKeyOf(headers), body, !!preference.wait);
      if (id === BATCH) return refuseRepeatedKey(body);
      if (id !== READ && id !== CANCEL) return undefined;
      return refuseId(kind, run) ?? (id === READ ? saved.decideRead(asked, run) : undefined);
    },

    /** The canned body with what the request itself has said; undefined where nothing of this kind is asked for. */
    applyTo(
      { operation: { id }, params, query, headers, body, preference }: Asked,
      canned: unknown,
    ) {
      const isOwn = preference.status === undefined;
      if (id === LIST && isList(canned))
        return preference.example ? canned : narrowed(canned, query);
      if (id === BATCH && isOwn) return answerBatch(body, creates);
      if (!isRun(canned)) return undefined;
      if (id === CREATE)
        return saved.remember(canned, requestKeyOf(headers), body as Create, isOwn);
      if (id !== READ && id !== CANCEL) return undefined;
      const [asked = canned.id] = params;
      return saved.byId({ ...canned, ...factsOf(kind, listed.get(asked)), id: asked });
    },

    ...{ isPending: saved.isPending, endOf: saved.endOf },

    /** Whether the request repeats a create. Asked before `applyTo`, which remembers it. */
    isReplay: ({ operation: { id }, headers }: Asked): boolean =>
      id === CREATE && saved.isKnown(requestKeyOf(headers)),
  };
}

function refuseId({ prefix }: Kind, id: string): Decision | undefined {
  if (id.startsWith(`${prefix}_`) && TYPE_ID.test(id)) return undefined;
  const detail = `The mock has no such run: an id of it looks like ${prefix}_01k0a2v4xfe8t9m3c5h7j1q6wz.`;
  return refuse('not_found', detail);
}

const TYPE_ID = /^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Those of the list that the examples can tell apart; none of them is attributed to anything. */
function isAskedFor({ subject: [subject] }: Kind, run: Run, query: Query): boolean {
  const { createdAfter, createdBefore } = query;
  if (createdAfter && run.createdAt <= isoOf(createdAfter)) return false;
  if (createdBefore && run.createdAt >= isoOf(createdBefore)) return false;
  const has = (member: string) =>
    query[member] === undefined || [query[member]].flat().includes(String(memberOf(run, member)));
  return (
    ['idempotencyKey', 'state', 'keyId', subject].every(has) && UNKNOWN.every((one) => !query[one])
  );
}

const UNKNOWN = [
  ...['sessionId', 'endUserId', 'promptId', 'promptVersion', 'metadata', 'parentRunId'],
] as const;

function isoOf(moment: string | string[]): string {
  return new Date(String(moment)).toISOString();
}

/** What the list and the run itself must agree on. */
function factsOf({ subject }: Kind, run: Run | undefined): Partial<Run> {
  if (!run) return {};
  const { idempotencyKey, createdAt, keyId } = run;
  const ofKind = Object.fromEntries(subject.map((member) => [member, memberOf(run, member)]));
  return { ...ofKind, idempotencyKey, createdAt, keyId };
}

function memberOf(run: Run, member: string): unknown {
  return (run as unknown as Record<string, unknown>)[member];
}

/** The request key in its bare form. */
export function requestKeyOf(headers: Record<string, string>): string {
  const value = headers['idempotency-key'] ?? '';
  return value.replace(/^"(.*)"$/, (_, inner: string) => inner.replaceAll(/\\(.)/g, '$1'));
}

function isRun(value: unknown): value is Run {
  return (
    typeof value === 'object' && value !== null && 'state' in value && 'reservedAmount' in value
  );
}
