import { afterEach, describe, expect, it } from 'vitest';
import { DeadlineError, unlisted } from '../../client/index.ts';
import { against, closeHostiles, ECHO, thrownBy } from './client-against.ts';
import { answer, type Behavior, cut, drop, problem, run, stall } from './hostile-server.ts';

const CREATED = answer(202, run());

afterEach(closeHostiles);

describe('waiting', () => {
  const PENDING = answer(200, run(), { ETag: 'W/"1"', 'Preference-Applied': 'wait=20' });
  const DONE = answer(200, run({ state: 'completed', text: 'Hi' }), { ETag: 'W/"3"' });
  const SAME =
    (headers: Record<string, string> = {}): Behavior =>
    (_, response) =>
      response.writeHead(304, { ETag: 'W/"1"', ...headers }).end();

  it('asks for changes since its last read, survives failures, and only reads', async () => {
    const { modelRuns, hostile } = await against(
      PENDING,
      drop,
      problem(503, 'shutting_down', { headers: { 'Retry-After': '0' } }),
      SAME({ 'Preference-Applied': 'wait=20' }),
      cut,
      answer(200, run({ state: unlisted('in_some_later_state') }), {
        ETag: 'W/"2"',
        'Retry-After': '0',
      }),
      DONE,
    );
    const states: string[] = [];
    const ended = await modelRuns.wait('run_1', { onProgress: ({ state }) => states.push(state) });
    expect(ended.text).toBe('Hi');
    expect(states).toEqual(['reserved', 'in_some_later_state', 'completed']);
    expect(hostile.seen.map(({ method }) => method)).toEqual(Array(7).fill('GET'));
    expect(hostile.seen.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      ...Array(5).fill('W/"1"'),
      'W/"2"',
    ]);
    expect(hostile.seen.map(({ headers }) => headers.prefer)).toEqual([
      undefined,
      ...Array(6).fill('wait=20'),
    ]);
  });

  it('does not flood a service that always answers at once', async () => {
    const { modelRuns, hostile } = await against(
      PENDING,
      SAME({ 'Preference-Applied': 'wait=20' }),
    );
    const error = await thrownBy(modelRuns.wait('run_1', { deadlineMs: 900 }));
    expect(error).toBeInstanceOf(DeadlineError);
    expect(error).toMatchObject({ run: { id: 'run_1', state: 'reserved' } });
    expect(hostile.seen.length).toBeLessThan(10);
  });

  it.each(['0', '-1', '1.5', 'Wed, 21 Oct 2015 07:28:00 GMT'])(
    'pauses between answers that were not held, though Retry-After is %s',
    async (when) => {
      const headers = { 'Retry-After': when };
      const { modelRuns, hostile } = await against(answer(200, run(), headers));
      await thrownBy(modelRuns.wait('run_1', { deadlineMs: 600 }));
      expect(hostile.seen.length).toBeLessThan(3);
    },
  );

  it('backs off from 503 though it asks for no pause', async () => {
    const { modelRuns, hostile } = await against(
      problem(503, 'overloaded', { headers: { 'Retry-After': '0' } }),
    );
    const retry = { baseDelayMs: 10, maxDelayMs: 10_000 };
    await thrownBy(modelRuns.wait('run_1', { deadlineMs: 1_000, retry }));
    expect(hostile.seen.length).toBeLessThan(30);
  });

  it('ends at the deadline though the service never answers', async () => {
    const { modelRuns } = await against(PENDING, stall);
    const error = await thrownBy(modelRuns.wait('run_1', { deadlineMs: 300 }));
    expect(error).toBeInstanceOf(DeadlineError);
    expect(error).toMatchObject({ run: { state: 'reserved' } });
  });

  it('ends at once with a refusal that a repeat would not change', async () => {
    const { modelRuns, hostile } = await against(problem(404, 'not_found'));
    await expect(modelRuns.wait('run_1')).rejects.toMatchObject({ code: 'not_found' });
    expect(hostile.seen).toHaveLength(1);
  });

  it('for a run whose creation never returned gives the key at the deadline', async () => {
    const { modelRuns, hostile } = await against(drop);
    const error = await thrownBy(
      modelRuns.createAndWait(ECHO, { deadlineMs: 200, maxRetries: 1e6 }),
    );
    expect(error).toBeInstanceOf(DeadlineError);
    expect(error).toMatchObject({
      requestKey: hostile.seen[0]!.headers['idempotency-key'],
      mayHaveCreated: true,
    });
  });

  it('after a creation holds key and run where it fails', async () => {
    const { modelRuns } = await against(CREATED, problem(401, 'unauthorized'));
    const error = await thrownBy(modelRuns.createAndWait(ECHO, { idempotencyKey: 'mine' }));
    expect(error).toMatchObject({ code: 'unauthorized', requestKey: 'mine', run: { id: 'run_1' } });
  });

  it('keeps preferences of the caller together with its own', async () => {
    const { modelRuns, hostile } = await against(DONE);
    await modelRuns.wait('run_1', { headers: { Prefer: 'example=run-completed' } });
    expect(hostile.seen[0]!.headers.prefer).toBe('wait=20, example=run-completed');
  });
});

describe('a list', () => {
  it('that gives one cursor twice is not read for ever', async () => {
    const { modelRuns } = await against(answer(200, { data: [], nextCursor: 'again' }));
    const reading = async () => {
      for await (const _ of modelRuns.list());
    };
    await expect(reading()).rejects.toThrow('one cursor twice');
  });
});
