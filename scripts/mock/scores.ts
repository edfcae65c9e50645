/** Scores of the mock: saved once by their request key, and echoed with what the request says. None is kept beyond that. */
import { canonicalHash } from '../../server/kernel/canonical-hash.ts';
import { type Asked, type Decision, play, refuse } from './asked.ts';

/** As many as a mock is asked for. */
const MOST_KEYS = 10_000;

export function createScores() {
  const hashes = new Map<string, string>();
  const replays = new WeakSet<Asked>();

  function isReplay(asked: Asked): boolean {
    return replays.has(asked);
  }

  return {
    isReplay,

    /** Has to see each creation, also where a preference decides what it is answered with. */
    decide(asked: Asked): Decision | undefined {
      if (asked.operation.id !== 'createScore') return undefined;
      const key = asked.headers['idempotency-key'] ?? '';
      const hash = canonicalHash(asked.body).toString('hex');
      const known = hashes.get(key);
      if (known === hash) replays.add(asked);
      else if (hashes.size < MOST_KEYS) hashes.set(key, known ?? hash);
      const { status, example } = asked.preference;
      if (status !== undefined) return play({ status, example });
      if (known === undefined) return play({ status: 201, example: 'score-numeric' });
      if (known === hash) return play({ status: 200, example: 'score-replayed' });
      return refuse('idempotency_key_reuse', 'This request key belongs to another score.');
    },

    /** The canned score with what was asked to be saved. */
    applyTo({ operation, body, preference }: Asked, canned: unknown): unknown {
      if (operation.id !== 'createScore' || preference.status !== undefined) return undefined;
      const { name, value, source, comment, runId, span, sessionId } = body as Record<
        string,
        unknown
      >;
      const { id, createdAt, keyId } = canned as Record<string, unknown>;
      if (id === undefined) return undefined;
      const said = Object.entries({ comment, runId, span, sessionId });
      return {
        ...{ id, createdAt, name, dataType: DATA_TYPES[typeof value], value, source },
        ...Object.fromEntries(said.filter(([, member]) => member !== undefined && member !== null)),
        keyId,
      };
    },
  };
}

const DATA_TYPES: Record<string, string> = {
  number: 'numeric',
  string: 'categorical',
  boolean: 'boolean',
};
