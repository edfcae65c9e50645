import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRun } from '../../client/index.ts';
import { sandboxModels } from '../../server/sandbox/index.ts';
import { faultsInBooks } from '../support/books.ts';
import {
  jsonOf,
  PLENTY,
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

/** Each change of a run, as a caller saw it who watched the run from its creation. */
interface Watched {
  seen: ModelRun[];
  end: ModelRun;
}

let service: TestService;
let tenant: Tenant;
const watched = new Map<string, Watched>();

const TOOLS = [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }];

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  await Promise.all(
    sandboxModels.map(async ({ id }) => {
      watched.set(id, await watch(request(id, { tools: TOOLS, maxOutputTokens: 200 })));
    }),
  );
});
afterAll(() => service.close());

/** What each model has at its end; undefined means that it must not be there. */
const UNCHARGED = {
  providerAmount: undefined,
  listAmount: undefined,
  feeAmount: undefined,
  chargedAmount: undefined,
};
const ANSWERED = { text: 'Hello', message: { role: 'assistant', content: 'Hello' } };
const CHARGED = { providerAmount: expect.any(Number), chargedAmount: expect.any(Number) };
const UNANSWERED = { text: undefined, message: undefined, usage: undefined, ...UNCHARGED };

const ENDS: Record<string, { state: string; facts: Record<string, unknown>; through?: string }> = {
  'sandbox/echo': {
    state: 'completed',
    facts: { ...ANSWERED, ...CHARGED, finishReason: 'stop', listAmount: undefined },
  },
  'sandbox/tool-caller': {
    state: 'completed',
    facts: {
      ...CHARGED,
      finishReason: 'tool_calls',
      text: undefined,
      message: expect.objectContaining({ tool_calls: [expect.anything()] }),
    },
  },
  'sandbox/thinker': {
    state: 'completed',
    facts: {
      ...CHARGED,
      text: 'Hello',
      message: expect.objectContaining({
        reasoning_details: [expect.anything(), expect.anything()],
      }),
    },
  },
  'sandbox/slow': {
    state: 'completed',
    facts: { ...ANSWERED, ...CHARGED },
    through: 'submitting',
  },
  'sandbox/streams': {
    state: 'completed',
    facts: { ...ANSWERED, ...CHARGED },
    through: 'submitting',
  },
  'sandbox/refused': {
    state: 'failed',
    facts: {
      ...UNANSWERED,
      error: expect.objectContaining({
        code: 'provider_refused',
        retryable: false,
        providerStatus: 403,
      }),
    },
  },
  'sandbox/busy': { state: 'completed', facts: { ...ANSWERED, ...CHARGED }, through: 'queued' },
  'sandbox/no-usage': {
    state: 'completed',
    facts: { ...ANSWERED, ...UNCHARGED, usage: undefined, absorbedAmount: undefined },
    through: 'received',
  },
  'sandbox/unpriced': {
    state: 'completed',
    facts: { ...ANSWERED, ...CHARGED, listAmount: undefined },
    through: 'received',
  },
  'sandbox/breaks': {
    state: 'failed',
    facts: { ...UNANSWERED, error: expect.objectContaining({ code: 'answer_lost' }) },
    through: 'needs_reconciliation',
  },
  'sandbox/cancelled': {
    state: 'failed',
    facts: {
      ...UNANSWERED,
      error: expect.objectContaining({ code: 'provider_unavailable', retryable: true }),
    },
    through: 'needs_reconciliation',
  },
  'sandbox/lost': {
    state: 'failed',
    facts: {
      ...UNANSWERED,
      error: expect.objectContaining({ code: 'outcome_unknown', retryable: true }),
    },
    through: 'needs_reconciliation',
  },
};

describe('a run of each sandbox model', () => {
  it.each(sandboxModels.map(({ id }) => id))('%s comes to its documented end', (id) => {
    const { state, facts, through } = ENDS[id]!;
    const { seen, end } = watched.get(id)!;
    expect(end.state).toBe(state);
    for (const [name, value] of Object.entries(facts)) {
      expect(end[name as keyof ModelRun], name).toEqual(value);
    }
    expect(end.finishedAt).toBeDefined();
    expect(end.reconciliation).toBeUndefined();
    if (through) expect(seen.map((run) => run.state)).toContain(through);
  });

  it('costs nothing where it failed, and never more than was held', () => {
    for (const { end } of watched.values()) {
      if (end.state === 'failed') expect(end.chargedAmount).toBeUndefined();
      expect(end.chargedAmount ?? 0).toBeLessThanOrEqual(end.reservedAmount);
    }
  });

  it('shows while its outcome is unknown what is known, and what happens next', () => {
    const unknown = watched
      .get('sandbox/lost')!
      .seen.filter(({ reconciliation }) => reconciliation);
    expect(unknown.length).toBeGreaterThan(0);
    for (const { state, reconciliation } of unknown) {
      expect(state).toBe('needs_reconciliation');
      expect(reconciliation).toMatchObject({ onDeadline: 'fail_uncharged' });
      expect(reconciliation!.reason).not.toBe('');
    }
    const attempts = unknown.map(({ reconciliation }) => reconciliation!.attempts);
    expect(attempts).toEqual([...attempts].sort((a, b) => a - b));
    expect(Math.max(...attempts)).toBeGreaterThan(0);
  });

  it('leaves a wallet that has paid what the runs say, and books that balance', async () => {
    const charged = [...watched.values()].reduce(
      (sum, { end }) => sum + (end.chargedAmount ?? 0),
      0,
    );
    expect(await tenant.wallet()).toEqual({
      available: PLENTY - charged,
      held: 0,
      spent: charged,
    });
    expect(await faultsInBooks(service.database.db)).toEqual([]);
  });

  it('is listed with the same facts, without text and message', async () => {
    const { data } = jsonOf(await tenant.get(`${RUNS}?limit=100`)) as { data: ModelRun[] };
    expect(data).toHaveLength(sandboxModels.length);
    for (const listed of data) {
      const { text: _, message: __, ...facts } = watched.get(listed.model)!.end;
      expect(listed).toEqual(facts);
    }
  });
});

async function watch(body: object): Promise<Watched> {
  const created = await tenant.create(body);
  const path = created.headers.get('location')!;
  const seen = [runOf(created)];
  for (let etag = created.headers.get('etag')!; ; ) {
    const answer = await tenant.get(path, { 'If-None-Match': etag, Prefer: 'wait=30' });
    expect(answer.status).toBe(200);
    etag = answer.headers.get('etag')!;
    const run = runOf(answer);
    seen.push(run);
    if (run.finishedAt !== undefined) return { seen, end: run };
    expect(answer.headers.has('retry-after')).toBe(true);
  }
}
