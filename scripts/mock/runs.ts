/** The operations of one kind of runs: creating, reading, listing and cancelling them, and many at once. */

import { answerBatch, refuseRepeatedKey } from './batch.ts';
import { createKeptRuns, type KeptRuns } from './kept-runs.ts';
import type { Create, Kind, Run } from './kinds.ts';
import { type Life, withRequest } from './lives.ts';
import {
  type Answer,
  answerOf,
  first,
  type Operation,
  operationNamed,
  readExamples,
} from './operations.ts';
import type { Pages } from './pages.ts';
import { type MockRequest, type Play, play, type Query, refuse, requestKeyOf } from './requests.ts';
import { isRefused } from './store.ts';

export type Runs = ReturnType<typeof createRuns>;

/** The options of a create besides its body. */
interface CreateHeaders {
  waits: boolean;
  traceparent?: string | undefined;
}

/** `runOf` finds the run of any kind that may be the parent of another one. */
export function createRuns(
  kind: Kind,
  operations: readonly Operation[],
  pages: Pages,
  runOf: (id: string) => Run | undefined,
) {
  const { name } = kind;
  const [CREATE, LIST, READ] = [`create${name}`, `list${name}s`, `get${name}`];
  const [CANCEL, BATCH] = [`cancel${name}`, `create${name}Batch`];
  const creation = operationNamed(operations, CREATE);
  const examples = readExamples(operations, READ) as Map<string, Run>;
  const kept = createKeptRuns({ kind, examples, listed: pages.rows<Run>(LIST), runOf });

  function create(requestKey: string, body: Create, { waits, traceparent }: CreateHeaders) {
    const begun = kept.begin(requestKey, body, traceparent);
    if (isRefused(begun)) return begun;
    const { life, isReplay } = begun;
    if (isReplay || waits) kept.look(life, waits);
    return showAs(kept, life, answerOf(creation, kept.hasEnded(life) ? 200 : 202), isReplay);
  }

  function createBatch({ operation, headers: { traceparent }, body }: MockRequest): Play {
    const results = answerBatch(body, {
      create: (key, request) => create(key, request, { waits: false, traceparent }),
      refusal: (code) => answerOf(creation, 422)?.examples.get(code),
    });
    return play(first(operation.answers[0]), { body: () => results });
  }

  function read({ operation, headers, preference }: MockRequest, life: Life): Play {
    kept.look(life, !!preference.wait);
    const shown = showAs(kept, life, answerOf(operation, 200));
    if (!isKnown(headers['if-none-match'], life.version)) return shown;
    return play({ status: 304, example: undefined }, { headers: shown.headers! });
  }

  function cancel({ operation, preference }: MockRequest, life: Life): Play {
    kept.cancel(life);
    if (preference.wait) kept.look(life, true);
    return showAs(kept, life, answerOf(operation, 202));
  }

  return {
    decide(request: MockRequest) {
      const { operation, params, query, headers, body, preference } = request;
      const { id } = operation;
      if (id === CREATE) {
        const options = { waits: !!preference.wait, traceparent: headers.traceparent };
        return create(requestKeyOf(request), body as Create, options);
      }
      if (id === BATCH) return refuseRepeatedKey(body) ?? createBatch(request);
      if (id === LIST) {
        const body = () => pages.page(LIST, query, kept.newest(), rowOf(kind, kept, query));
        return play(first(operation.answers[0]), { body });
      }
      if (id !== READ && id !== CANCEL) return undefined;
      const life = kept.get(params[0] ?? '');
      if (!life) return refuse('not_found', 'The mock has no such run: it has not created it.');
      return id === READ ? read(request, life) : cancel(request, life);
    },

    shown: (request: MockRequest, example: unknown) =>
      isRun(example) ? exampleAs(kind, kept, request, example) : undefined,

    ...{ find: kept.find, follow: kept.follow, all: kept.all },
  };
}

/** Answers with the run in its current state, with the status and the headers of an example. */
function showAs(kept: KeptRuns, life: Life, answer: Answer | undefined, isReplay = false): Play {
  const example = kept.at(life);
  const usual = first(answer);
  const choice = answer?.examples.has(example) ? { ...usual, example } : usual;
  const run = kept.present(life);
  return play(choice, { body: () => run, headers: { etag: `W/"${life.version}"` }, isReplay });
}

/** Returns the example that was requested by name, with the values of the create or the id of the requested run. */
function exampleAs(
  kind: Kind,
  { get }: KeptRuns,
  request: MockRequest,
  example: Run,
): Run | undefined {
  const { operation, params, body } = request;
  if (operation.id === `create${kind.name}`) {
    const run = { ...example, idempotencyKey: requestKeyOf(request) };
    return withRequest(kind, run, body as Create, false);
  }
  if (![`get${kind.name}`, `cancel${kind.name}`].includes(operation.id)) return undefined;
  const [id = example.id] = params;
  const life = get(id);
  if (!life) return { ...example, id };
  const { idempotencyKey } = life;
  return withRequest(kind, { ...example, id, idempotencyKey }, life.body, false);
}

/** Returns the run as a row of the list, if it matches the filters. */
function rowOf(kind: Kind, { now }: KeptRuns, query: Query) {
  return (life: Life): Run | undefined => {
    const run = now(life);
    return matches(kind, run, query) ? summaryOf(kind, run) : undefined;
  };
}

function summaryOf({ unlisted }: Kind, run: Run): Run {
  const shown = Object.entries(run).filter(([member]) => !unlisted.includes(member));
  return Object.fromEntries(shown) as unknown as Run;
}

function matches({ subject }: Kind, run: Run, query: Query): boolean {
  const { createdAfter, createdBefore, parentRunId } = query;
  if (createdAfter && run.createdAt <= isoOf(createdAfter)) return false;
  if (createdBefore && run.createdAt >= isoOf(createdBefore)) return false;
  if (parentRunId && run.parent?.runId !== parentRunId) return false;
  const has = (of: object | undefined) => (member: string) =>
    query[member] === undefined || [query[member]].flat().includes(String(memberOf(of, member)));
  const labels = Object.entries(run.metadata ?? {}).map((pair) => pair.join(':'));
  return (
    ['idempotencyKey', 'state', 'keyId', subject].every(has(run)) &&
    ['sessionId', 'endUserId', 'promptId', 'promptVersion'].every(has(run.attribution)) &&
    [query.metadata ?? []].flat().every((label) => labels.includes(label))
  );
}

function isoOf(moment: string | string[]): string {
  return new Date(String(moment)).toISOString();
}

function memberOf(of: object | undefined, member: string): unknown {
  return (of as Record<string, unknown> | undefined)?.[member];
}

/** Whether the caller has this version, by its `If-None-Match`. */
function isKnown(tags: string | undefined, version: number): boolean {
  const known = (tags ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(`"${version}"`);
}

function isRun(value: unknown): value is Run {
  return (
    typeof value === 'object' && value !== null && 'state' in value && 'reservedAmount' in value
  );
}
