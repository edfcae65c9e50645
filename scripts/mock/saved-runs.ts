/**
 * What the mock remembers of the runs of one kind: request keys, what runs were created with, and how often each was
 * read. Each request key has a run of its own, and a run comes to its end as it is read.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { uuidToId } from '../../server/kernel/ids.ts';
import { type Decision, play, refuse } from './asked.ts';
import { COMPLETED, type Create, type Kind, type Run } from './kinds.ts';
import { answerOf, first, type Operation, operationNamed, readExamples } from './operations.ts';

/** What the mock knows of a run. */
interface Known {
  key: string;
  create: Create;
  /** The examples that reading it finds. Without any it is the canned run of an example that was asked for. */
  course: readonly string[] | undefined;
  reads: number;
}

const REPLAYED = 'run-replayed';

export function createSavedRuns(kind: Kind, operations: readonly Operation[]) {
  const operation = operationNamed(operations, `create${kind.name}`);
  const endings = new Set(readExamples(operations, `get${kind.name}`).keys());
  const { runs, keys } = createMemory();

  function decideCreate(key: string, create: unknown, waits: boolean): Decision {
    const known = keys.get(key);
    if (known !== undefined && known !== fingerprint(create)) {
      const detail = 'This request key belongs to a run that was created with another body.';
      return refuse('idempotency_key_reuse', detail);
    }
    if (known === undefined && !waits) return play(first(answerOf(operation, 202)));
    const end = kind.courseOf(create as Create, endings).at(-1);
    const example = known !== undefined && end === COMPLETED ? REPLAYED : end;
    return play({ status: 200, example });
  }

  /** Each read finds the run one step further. */
  function decideRead({ answers: [answer] }: Operation, id: string): Decision {
    const known = runs.get(id);
    const usual = first(answer);
    if (known?.course) {
      const example = known.course[Math.min(known.reads, known.course.length - 1)];
      known.reads += 1;
      return play({ ...usual, example });
    }
    const examples = [...(answer?.examples ?? [])] as [string, Run][];
    const named = examples.filter(([, run]) => run.id === id).map(([example]) => example);
    const isUsual = named.length === 0 || named.includes(usual.example ?? '');
    return play(isUsual ? usual : { ...usual, example: named[0] });
  }

  /** The canned run with what the request has said, which a repeat and a read find. */
  function remember(run: Run, key: string, create: Create, isOwn: boolean): Run {
    const id = isOwn ? idOf(kind, key) : run.id;
    const course = isOwn ? kind.courseOf(create, endings) : undefined;
    const known = { key, create, course, reads: run.finishedAt === undefined ? 0 : Infinity };
    keys.set(key, fingerprint(create));
    runs.set(id, known);
    return withRequest(kind, { ...run, id }, known);
  }

  return {
    ...{ decideCreate, decideRead, remember },
    isKnown: (key: string) => keys.has(key),
    /** Whether the next read may find it another one. */
    isPending(id: string): boolean {
      const { course, reads = 0 } = runs.get(id) ?? {};
      return course !== undefined && reads < course.length;
    },
    endOf: (id: string): string | undefined => runs.get(id)?.course?.at(-1),
    /** The run that the request key made, as another canned run would show it. */
    byKey(key: unknown, canned: Run): Run | undefined {
      const found = [...runs.entries()].find(([, known]) => known.key === key);
      return found && withRequest(kind, { ...canned, id: found[0] }, found[1]);
    },
    /** The canned run under its id, with what the request has said. */
    byId(run: Run): Run {
      const known = runs.get(run.id);
      return known ? withRequest(kind, run, known) : run;
    },
  };
}

function createMemory() {
  /** Fingerprints of bodies, by request key. */
  const keys = new LRUCache<string, string>({ max: 1_000 });
  /** By id; what callers send may be long, so there is a bound on all of it together. */
  const runs = new LRUCache<string, Known>({
    maxSize: 16_777_216,
    sizeCalculation: ({ create }) => JSON.stringify(create).length,
  });
  return { keys, runs };
}

/** The same for the same request key, so that a run is there again when the mock was started anew. */
function idOf({ prefix }: Kind, key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  // Of the moment that the examples were made at, in the form of a UUID of version 7.
  const uuid = `01980050-93af-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
  return uuidToId(prefix, uuid);
}

/** What a request says of itself stands on its run, and nothing that it does not say. */
function withRequest({ withRequest: more }: Kind, run: Run, { key, create, course }: Known): Run {
  const said = { ...run, idempotencyKey: key };
  for (const member of ECHOED) {
    const value = create[member];
    const isSaid = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
    if (isSaid) said[member] = value as never;
    else if (course) delete said[member];
  }
  return more(said, create, course !== undefined);
}

const ECHOED = ['metadata', 'attribution', 'parent'] as const;

function fingerprint(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('base64url');
}
