/** The operations of one kind of runs: creating, reading, listing and cancelling them, and many at once. */
import { idToUuid, newId } from '../../server/kernel/ids.ts';
import { type Asked, type Play, play, type Query, refuse, requestKeyOf } from './asked.ts';
import { answerBatch, refuseRepeatedKey } from './batch.ts';
import type { Create, Kind, Run } from './kinds.ts';
import { createLives, type Life, withRequest } from './lives.ts';
import {
  type Answer,
  answerOf,
  first,
  type Operation,
  operationNamed,
  readExamples,
} from './operations.ts';
import type { Pages } from './pages.ts';
import { createStore, isRefused } from './store.ts';

export type Runs = ReturnType<typeof createRuns>;

/** What a create says beside its body. */
interface Wish {
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
  const endings = new Set(examples.keys());
  const lives = createLives(kind, examples);
  const store = createStore<Life>();
  for (const run of pages.rows<Run>(LIST).toReversed()) store.save(listed(kind, run, examples));

  const traceOf = ({ parent }: Create, traceparent: string | undefined) =>
    runOf(parent?.runId ?? '')?.traceId ?? traceIn(traceparent);

  /** The run as it is, with the headers and the status of an example. */
  function show(life: Life, answer: Answer | undefined, isReplay = false): Play {
    const example = lives.at(life);
    const usual = first(answer);
    const choice = answer?.examples.has(example) ? { ...usual, example } : usual;
    const etag = `W/"${life.version}"`;
    return play(choice, { body: () => lives.present(life), etag, isReplay });
  }

  function create(requestKey: string, body: Create, { waits, traceparent }: Wish) {
    const known = store.known(requestKey, body);
    if (isRefused(known)) return known;
    const life =
      known ?? store.save(begun(kind, requestKey, body, endings, traceOf(body, traceparent)));
    if (known || waits) lives.look(life, waits);
    return show(life, answerOf(creation, lives.hasEnded(life) ? 200 : 202), known !== undefined);
  }

  function read({ operation, headers, preference }: Asked, life: Life): Play {
    lives.look(life, !!preference.wait);
    const shown = show(life, answerOf(operation, 200));
    if (!isKnown(headers['if-none-match'], life.version)) return shown;
    return play({ status: 304, example: undefined }, { etag: shown.etag! });
  }

  function cancel({ operation, preference }: Asked, life: Life): Play {
    lives.cancel(life);
    if (preference.wait) lives.look(life, true);
    return show(life, answerOf(operation, 202));
  }

  const present = (life: Life): Run => {
    lives.pass(life);
    return lives.present(life);
  };

  function list(query: Query) {
    const rows = store.newest().map((life) => summaryOf(kind, present(life)));
    return pages.page<Run>(LIST, query, rows, (run) => isAskedFor(kind, run, query));
  }

  return {
    decide(asked: Asked) {
      const { operation, params, query, headers, body, preference } = asked;
      const { id } = operation;
      const { traceparent } = headers;
      if (id === CREATE) {
        const wish = { waits: !!preference.wait, traceparent };
        return create(requestKeyOf(asked), body as Create, wish);
      }
      if (id === BATCH) {
        return (
          refuseRepeatedKey(body) ??
          play(first(operation.answers[0]), {
            body: () =>
              answerBatch(body, {
                create: (key, request) => create(key, request, { waits: false, traceparent }),
                refusal: (code) => answerOf(creation, 422)?.examples.get(code),
              }),
          })
        );
      }
      if (id === LIST) return play(first(operation.answers[0]), { body: () => list(query) });
      if (id !== READ && id !== CANCEL) return undefined;
      const life = store.get(params[0] ?? '');
      if (!life) return refuse('not_found', 'The mock has no such run: it has not created it.');
      return id === READ ? read(asked, life) : cancel(asked, life);
    },

    /** With what the request says, or what the run that is asked for was created with. */
    shown({ operation: { id }, params: [run = ''], headers, body }: Asked, example: unknown) {
      if (!isRun(example)) return undefined;
      if (id === CREATE) {
        const said = { ...example, idempotencyKey: requestKeyOf({ headers }) };
        return withRequest(kind, said, body as Create, false);
      }
      if (id !== READ && id !== CANCEL) return undefined;
      const life = store.get(run);
      if (!life) return { ...example, id: run || example.id };
      const { idempotencyKey } = life;
      return withRequest(kind, { ...example, id: run, idempotencyKey }, life.body, false);
    },

    find(id: string): Run | undefined {
      const life = store.get(id);
      return life && present(life);
    },
    /** As a read of it finds it. */
    look(id: string): Run | undefined {
      const life = store.get(id);
      if (life) lives.look(life, false);
      return life && lives.present(life);
    },
    all: (): Run[] => store.newest().map(present),
  };
}

/** A run that a caller creates. */
function begun(
  kind: Kind,
  requestKey: string,
  body: Create,
  endings: ReadonlySet<string>,
  traceId: string | undefined,
): Life {
  const id = newId(kind.prefix);
  const now = Date.now();
  return {
    ...{ id, requestKey, idempotencyKey: requestKey, body },
    ...{ createdAt: now, changedAt: now, since: now, step: 0, version: 1 },
    course: ['run-reserved', ...kind.courseOf(body, endings)],
    traceId: traceId ?? idToUuid(kind.prefix, id)?.replaceAll('-', ''),
  };
}

/** A run that the lists of the examples have. It goes on as it is read, and by itself never. */
function listed(kind: Kind, run: Run, examples: ReadonlyMap<string, Run>): Life {
  const { id, idempotencyKey, traceId, createdAt, updatedAt, state } = run;
  const body = { [kind.subject]: memberOf(run, kind.subject) } as Create;
  const course = kind.courseOf(body, new Set(examples.keys()));
  const step = course.findIndex((name) => examples.get(name)?.state === state);
  return {
    ...{ id, requestKey: undefined, idempotencyKey, traceId, body, course, version: 7 },
    ...{ step, createdAt: Date.parse(createdAt), changedAt: Date.parse(updatedAt) },
    since: Number.POSITIVE_INFINITY,
  };
}

function summaryOf({ unlisted }: Kind, run: Run): Run {
  const shown = Object.entries(run).filter(([member]) => !unlisted.includes(member));
  return Object.fromEntries(shown) as unknown as Run;
}

function isAskedFor({ subject }: Kind, run: Run, query: Query): boolean {
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

function traceIn(traceparent: string | undefined): string | undefined {
  return /^00-(?!0{32})([0-9a-f]{32})-/.exec(traceparent ?? '')?.[1];
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
