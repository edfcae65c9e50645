/** Scores of the mock: saved once by their request key, read, listed and deleted. */
import { newId } from '../../server/platform/lib/ids.ts';
import type { Run } from './kinds.ts';
import type { Pages, Row } from './pages.ts';
import {
  type Decision,
  type MockRequest,
  one,
  play,
  type Query,
  type Resource,
  refuse,
  requestKeyOf,
} from './requests.ts';
import { createStore, isRefused, type Saved } from './store.ts';

interface Score extends Row {
  createdAt: string;
  keyId?: string | undefined;
  runId?: string;
  span?: { traceId: string; spanId: string };
  attribution?: object;
}

interface SavedScore extends Saved {
  score: Score;
}

const LIST = 'listScores';

/** `runOf` finds the run that a score is about. */
export function createScores(pages: Pages, runOf: (id: string) => Run | undefined): Resource {
  const store = createStore<SavedScore>();
  const listed = pages.rows<Score>(LIST);
  const keyId = listed[0]?.keyId;
  for (const score of listed.toReversed()) {
    store.save({ id: score.id, requestKey: undefined, body: {}, score });
  }

  function create(request: MockRequest): Decision {
    const requestKey = requestKeyOf(request);
    const body = request.body as ScoreInput;
    const known = store.known(requestKey, body);
    if (isRefused(known)) return known;
    if (known) {
      const choice = { status: 200, example: 'score-replayed' };
      return play(choice, { body: () => known.score, isReplay: true });
    }
    const id = newId('scr');
    const score = { ...scoreOf(body, id, runOf), keyId };
    store.save({ id, requestKey, body, score });
    return play({ status: 201, example: 'score-numeric' }, { body: () => score });
  }

  return {
    decide(request) {
      const { operation, params, query } = request;
      if (operation.id === 'createScore') return create(request);
      if (operation.id === LIST) {
        const show = ({ score }: SavedScore) => (matches(score, query) ? score : undefined);
        const body = () => pages.page(LIST, query, store.newest(), show);
        return play({ status: 200, example: 'scores-page' }, { body });
      }
      if (operation.id !== 'getScore' && operation.id !== 'deleteScore') return undefined;
      const saved = store.get(params[0] ?? '');
      if (!saved) return refuse('not_found', 'The mock has no such score.');
      if (operation.id === 'getScore') {
        return play({ status: 200, example: 'score-numeric' }, { body: () => saved.score });
      }
      store.remove(saved.id);
      return play({ status: 204, example: undefined });
    },
  };
}

type ScoreInput = Record<string, unknown> & { runId?: string | null };

function scoreOf(input: ScoreInput, id: string, runOf: (id: string) => Run | undefined): Score {
  const { name, value, source, comment, runId, span, sessionId } = input;
  const attribution = runId ? runOf(runId)?.attribution : undefined;
  const optional = Object.entries({ comment, runId, span, sessionId, attribution });
  return {
    ...{ id, createdAt: new Date().toISOString() },
    ...{ name, dataType: DATA_TYPES[typeof value], value, source },
    ...Object.fromEntries(optional.filter(([, member]) => member !== undefined && member !== null)),
  };
}

const DATA_TYPES: Record<string, string> = {
  number: 'numeric',
  string: 'categorical',
  boolean: 'boolean',
};

function matches(score: Score, query: Query): boolean {
  const { createdAt, span, attribution } = score;
  const after = one(query.createdAfter);
  const before = one(query.createdBefore);
  if (after !== undefined && Date.parse(createdAt) <= Date.parse(after)) return false;
  if (before !== undefined && Date.parse(createdAt) >= Date.parse(before)) return false;
  const members = { ...attribution, ...span, ...score } as Record<string, unknown>;
  return FILTERS.every((name) => query[name] === undefined || query[name] === members[name]);
}

const FILTERS = [
  ...['runId', 'traceId', 'spanId', 'sessionId', 'name', 'source', 'promptId', 'promptVersion'],
];
