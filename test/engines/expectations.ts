/** What every engine does: the same tests run against each of them. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type {
  ComputeEngine,
  JobEnding,
  JobOrder,
  JobStatus,
} from '../../server/compute-jobs/engines/engine.ts';

/** Programs that do the same thing in the engine's language. */
export interface Programs {
  /** Prints its input, the file in/a.txt and the variable WORD as lines, writes out/b.txt ("out"), exits with 7. */
  everything: string;
  /** Prints a line, then runs for a minute. */
  lasting: string;
  /** Allocates memory until there is none. */
  greedy: string;
  /** Prints a million bytes and ends with 0. */
  talkative: string;
}

export interface Subject {
  /** Another connection to the same engine, as another process of the service has one. */
  open(): Promise<ComputeEngine>;
  engine(): ComputeEngine;
  environment: () => JobOrder['environment'];
  wrongEnvironment?: JobOrder['environment'];
  programs: Programs;
  /** Whether the engine limits system calls to a list. Podman accepts no such list through its interface. */
  filtersCalls?: boolean;
}

export const NEVER = new AbortController().signal;

export function orderOf(subject: Subject, more: Partial<JobOrder> = {}): JobOrder {
  return {
    jobId: randomUUID(),
    environment: subject.environment(),
    ...(more.command === undefined && { source: subject.programs.everything }),
    files: [],
    env: {},
    outputs: [],
    cpuMillis: 1_000,
    memoryMb: 64,
    timeoutMs: 120_000,
    maxLogBytes: 100_000,
    maxArtifactBytes: 1_000_000,
    ...more,
  };
}

export async function untilStatus(
  engine: ComputeEngine,
  jobId: string,
  isIt: (status: JobStatus) => boolean,
): Promise<JobStatus> {
  for (let i = 0; i < 3_000; i++) {
    const status = await engine.inspect(jobId, NEVER);
    if (isIt(status)) return status;
    await sleep(50);
  }
  throw new Error(`still ${JSON.stringify(await engine.inspect(jobId, NEVER))}`);
}

export async function endingOf(engine: ComputeEngine, jobId: string): Promise<JobEnding> {
  const status = await untilStatus(
    engine,
    jobId,
    ({ kind }) => !['starting', 'running', 'unavailable'].includes(kind),
  );
  if (status.kind !== 'ended') throw new Error(JSON.stringify(status));
  return status.ending;
}

export async function run(engine: ComputeEngine, order: JobOrder): Promise<JobEnding> {
  expect(await engine.start(order, NEVER)).toEqual({ kind: 'started' });
  return endingOf(engine, order.jobId);
}

export async function textOf(engine: ComputeEngine, jobId: string, stream = 'stdout' as const) {
  return Buffer.from((await engine.logs(jobId, stream, 0, 1_000_000))!).toString();
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts).toString();
}

const isRunning = ({ kind }: JobStatus) => kind === 'running';

export function itKeepsTheContract(subject: Subject): void {
  const { programs } = subject;
  const own = (more: Partial<JobOrder>) => orderOf(subject, more);

  it('runs a source with its input, files and variables, and gives back all that it wrote', async () => {
    const engine = subject.engine();
    const order = own({
      stdin: Buffer.from('input'),
      files: [{ path: 'in/a.txt', content: Buffer.from('a file') }],
      env: { WORD: 'a word with = and "' },
      outputs: ['out/b.txt', 'missing.txt'],
    });
    const ending = await run(engine, order);
    expect(ending).toMatchObject({ result: 'exited', exitCode: 7 });
    expect(await textOf(engine, order.jobId)).toBe('input\na file\na word with = and "\n');
    const sha256 = createHash('sha256').update('out').digest('hex');
    expect(ending.artifacts).toEqual([{ name: 'out/b.txt', bytes: 3, sha256 }]);
    expect(ending.missingOutputs).toEqual(['missing.txt']);
    expect(await bytesOf((await engine.artifact(order.jobId, 'out/b.txt'))!)).toBe('out');
    expect(await engine.artifact(order.jobId, 'missing.txt')).toBeUndefined();
    expect(ending.billableMs).toBeGreaterThanOrEqual(0);
    expect(ending.logs).toMatchObject({ truncated: false });
    const part = await engine.logs(order.jobId, 'stdout', 6, 6);
    expect(Buffer.from(part!).toString()).toBe('a file');
  });

  it('starts a job once, however often it is asked to', async () => {
    const [engine, other] = [subject.engine(), await subject.open()];
    // Exactly as much as the service keeps.
    const order = own({ source: programs.talkative, maxLogBytes: 1_000_000 });
    const answers = await Promise.all(
      [engine, other, engine].map((one) => one.start(order, NEVER)),
    );
    // The server may ask one of two concurrent requests to retry.
    for (const { kind } of answers) expect(['started', 'unknown', 'not_started']).toContain(kind);
    const first = await endingOf(engine, order.jobId);
    expect(await other.start(order, NEVER)).toEqual({ kind: 'started' });
    await sleep(1_000);
    expect(await endingOf(other, order.jobId)).toEqual(first);
    expect(first.logs).toMatchObject({ stdoutBytes: 1_000_000, truncated: false });
    await other.close();
  });

  it('ends a job at its time, and counts no more', async () => {
    const order = own({ source: programs.lasting, timeoutMs: 1_500 });
    const ending = await run(subject.engine(), order);
    expect(ending).toMatchObject({ result: 'timed_out', billableMs: 1_500 });
  });

  it('reports that a job ran out of memory', async () => {
    const ending = await run(
      subject.engine(),
      own({ source: programs.greedy, timeoutMs: 150_000 }),
    );
    expect(ending.result).toBe('out_of_memory');
  });

  it('keeps a bounded part of what a job writes, and says that there was more', async () => {
    const order = own({ source: programs.talkative, maxLogBytes: 5_000 });
    const ending = await run(subject.engine(), order);
    expect(ending).toMatchObject({ result: 'exited', exitCode: 0 });
    expect(ending.logs).toMatchObject({ truncated: true });
    expect(ending.logs.stdoutBytes).toBeLessThanOrEqual(5_000);
    const text = await textOf(subject.engine(), order.jobId);
    expect(text).toHaveLength(ending.logs.stdoutBytes);
  });

  it('ends a job that is cancelled, as another process sees as well', async () => {
    const [engine, other] = [subject.engine(), await subject.open()];
    const order = own({ source: programs.lasting });
    await engine.start(order, NEVER);
    await untilStatus(other, order.jobId, isRunning);
    await other.cancel(order.jobId, NEVER);
    expect((await endingOf(engine, order.jobId)).result).toBe('cancelled');
    await engine.cancel(order.jobId, NEVER);
    await other.close();
  });

  it('never starts a job that was cancelled before', async () => {
    const order = own({});
    await subject.engine().cancel(order.jobId, NEVER);
    await subject.engine().start(order, NEVER);
    expect(await subject.engine().inspect(order.jobId, NEVER)).toMatchObject({
      kind: 'never_started',
    });
    await subject.engine().remove(order.jobId);
  });

  it('gives what a job has written while it runs', async () => {
    const order = own({ source: programs.lasting });
    await subject.engine().start(order, NEVER);
    await untilStatus(subject.engine(), order.jobId, isRunning);
    for (let i = 0; i < 100; i++) {
      if ((await textOf(subject.engine(), order.jobId)) !== '') break;
      await sleep(50);
    }
    expect(await textOf(subject.engine(), order.jobId)).toBe('here\n');
    await subject.engine().remove(order.jobId);
  });

  it('lists the jobs that it has, removes one that runs, and knows nothing of others', async () => {
    const engine = subject.engine();
    const order = own({ source: programs.lasting });
    await engine.start(order, NEVER);
    await untilStatus(engine, order.jobId, isRunning);
    expect((await engine.list()).map(({ jobId }) => jobId)).toContain(order.jobId);
    await engine.remove(order.jobId);
    expect((await engine.list()).map(({ jobId }) => jobId)).not.toContain(order.jobId);
    expect((await engine.inspect(order.jobId, NEVER)).kind).toBe('absent');
    expect((await engine.inspect(randomUUID(), NEVER)).kind).toBe('absent');
    expect(await engine.logs(randomUUID(), 'stdout', 0, 10)).toBeUndefined();
    await engine.remove(randomUUID());
  });

  it('refuses paths that lead out of the working directory', async () => {
    for (const path of ['../a', '/etc/passwd', 'a/../../b', 'a//b', '']) {
      const order = own({ files: [{ path, content: Buffer.from('') }] });
      expect((await subject.engine().start(order, NEVER)).kind).toBe('refused');
    }
  });

  const { wrongEnvironment } = subject;
  if (wrongEnvironment === undefined) return;
  it('says what is wrong with an environment', async () => {
    const order = own({ environment: wrongEnvironment });
    const outcome = await subject.engine().start(order, NEVER);
    expect(outcome).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^The options of the environment wrong are wrong at /),
    });
  });
}
