/** The runs of one kind that the mock keeps: those that callers create, and those in the lists of the examples. */
import { idToUuid, newId } from '../../server/platform/lib/ids.ts';
import type { Create, Kind, Run } from './kinds.ts';
import { createLives, type Life } from './lives.ts';
import type { Refused } from './requests.ts';
import { createStore, isRefused } from './store.ts';

export interface KeptRunsOptions {
  kind: Kind;
  /** The examples that a read by id may return, by name. */
  examples: ReadonlyMap<string, Run>;
  /** Newest first. */
  listed: readonly Run[];
  /** Finds the run of any kind that may be the parent of another one. */
  runOf: (id: string) => Run | undefined;
}

export type KeptRuns = ReturnType<typeof createKeptRuns>;

export function createKeptRuns({ kind, examples, listed, runOf }: KeptRunsOptions) {
  const endings = new Set(examples.keys());
  const lives = createLives(kind, examples);
  const store = createStore<Life>();
  for (const run of listed.toReversed()) store.save(shown(kind, run, examples));

  const traceOf = ({ parent }: Create, traceparent: string | undefined) =>
    runOf(parent?.runId ?? '')?.traceId ?? traceIn(traceparent);

  /** Returns a run in its current state. This does not count as a read. */
  function now(life: Life): Run {
    lives.pass(life);
    return lives.present(life);
  }

  return {
    ...lives,
    ...{ get: store.get, newest: store.newest, now },

    find(id: string): Run | undefined {
      const life = store.get(id);
      return life && now(life);
    },
    /** Returns the run as a read returns it. */
    follow(id: string): Run | undefined {
      const life = store.get(id);
      if (life) lives.look(life, false);
      return life && lives.present(life);
    },
    all: (): Run[] => store.newest().map(now),

    /** Returns the run of a request key: a new one unless the key is known. */
    begin(
      requestKey: string,
      body: Create,
      traceparent: string | undefined,
    ): { life: Life; isReplay: boolean } | Refused {
      const known = store.known(requestKey, body);
      if (isRefused(known)) return known;
      if (known) return { life: known, isReplay: true };
      const life = begun(kind, requestKey, body, endings, traceOf(body, traceparent));
      return { life: store.save(life), isReplay: false };
    },
  };
}

/** Makes a run that a caller creates. */
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

/** Makes a run of the lists of the examples. It advances when it is read, and never by itself. */
function shown(kind: Kind, run: Run, examples: ReadonlyMap<string, Run>): Life {
  const { id, idempotencyKey, traceId, createdAt, updatedAt, state } = run;
  const { [kind.subject]: subject } = run as unknown as Record<string, unknown>;
  const body = { [kind.subject]: subject } as Create;
  const course = kind.courseOf(body, new Set(examples.keys()));
  const step = course.findIndex((name) => examples.get(name)?.state === state);
  return {
    ...{ id, requestKey: undefined, idempotencyKey, traceId, body, course, version: 7 },
    ...{ step, createdAt: Date.parse(createdAt), changedAt: Date.parse(updatedAt) },
    since: Number.POSITIVE_INFINITY,
  };
}

function traceIn(traceparent: string | undefined): string | undefined {
  return /^00-(?!0{32})([0-9a-f]{32})-/.exec(traceparent ?? '')?.[1];
}
