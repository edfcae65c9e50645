/** Compute jobs of the client against the whole service, whose JavaScript carries them out. */
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { converse, jobTool } from '../../client/agents.ts';
import {
  AbortedError,
  type ComputeJobLog,
  createClient,
  expectCompleted,
  isPending,
  type ModelRunClient,
  NotFoundError,
  UsageError,
} from '../../client/index.ts';
import { startService, type TestService, unique } from '../support/service.ts';
import { breaksOnce } from './agent-mock.ts';

let service: TestService;
let client: ModelRunClient;
beforeAll(async () => {
  service = await startService({ validatesResponses: true });
  const { key } = await service.tenant();
  client = createClient({ baseUrl: service.url, apiKey: key.key });
});
afterAll(() => service.close());

const js = (source: string) => ({ environment: 'javascript', timeoutSeconds: 30, source });
/** Works for milliseconds, since the code has no timers. */
const WORK = 'const work = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };';

const textOf = (parts: ComputeJobLog[]) => parts.map((part) => part.text).join('');

describe('a compute job', () => {
  it('is created under a saved key, waited for, read, listed and found', async () => {
    const requestKey = unique('job');
    const source = "console.log('Hello'); job.writeFile('a/b c.txt', '7')";
    const request = { ...js(source), outputs: ['a/b c.txt'] };
    const job = expectCompleted(
      await client.computeJobs.createAndWait(request, { idempotencyKey: requestKey }),
    );
    expect(job).toMatchObject({ result: 'exited', exitCode: 0 });
    const again = await client.computeJobs.create(request, { idempotencyKey: requestKey });
    expect(again).toMatchObject({ replayed: true, run: { id: job.id } });
    expect(await client.computeJobs.find(requestKey)).toEqual(job);
    expect(
      await Array.fromAsync(client.computeJobs.list({ environment: 'javascript' })),
    ).toContainEqual(job);

    const [{ name } = { name: '' }] = job.artifacts ?? [];
    expect(await text(await client.computeJobs.artifact(job.id, name))).toBe('7');
    const missing = client.computeJobs.artifact(job.id, 'none');
    await expect(missing).rejects.toThrow(NotFoundError);
  });

  it('is estimated within the limits, in an environment of the catalog', async () => {
    const [environment] = await client.computeJobs.environments();
    expect(environment).toMatchObject({ id: 'javascript', isolation: 'wasm' });
    const limits = await client.computeJobs.limits();
    expect(limits.maxTimeoutSeconds).toBeGreaterThanOrEqual(30);
    const estimate = await client.computeJobs.estimate(js('1'));
    expect(estimate).toMatchObject({ environment: 'javascript', covered: true });
  });
});

describe('logs', () => {
  it('are followed while the code runs, until it has ended', async () => {
    const source = `${WORK} for (let n = 0; n < 3; n++) { console.log('line ' + n); work(1500); }`;
    const { run } = await client.computeJobs.create(js(source));
    const parts: ComputeJobLog[] = [];
    let seenRunning = false;
    for await (const part of client.computeJobs.logs(run.id)) {
      parts.push(part);
      seenRunning ||= isPending(await client.computeJobs.get(run.id));
    }
    expect(textOf(parts)).toBe('line 0\nline 1\nline 2\n');
    expect(seenRunning).toBe(true);
    expect(parts.length).toBeGreaterThan(1);
    const rest = client.computeJobs.logs(run.id, { after: parts[0]!.next, follow: false });
    expect(textOf(await Array.fromAsync(rest))).toBe(textOf(parts.slice(1)));
  });

  it('of more than one part are read whole', async () => {
    const source = `for (let n = 0; n < 6000; n++) console.error('ü'.repeat(60))`;
    const job = expectCompleted(await client.computeJobs.createAndWait(js(source)));
    const parts = await Array.fromAsync(client.computeJobs.logs(job.id, { stream: 'stderr' }));
    expect(parts.length).toBeGreaterThan(1);
    expect(textOf(parts)).toBe(`${'ü'.repeat(60)}\n`.repeat(6000));
    expect(await Array.fromAsync(client.computeJobs.logs(job.id))).toEqual([]);
  });

  it('are followed until the signal is aborted, and until the job is cancelled', async () => {
    const { run } = await client.computeJobs.create({
      ...js(`console.log('on'); for (;;);`),
      resources: { cpuMillis: 100 },
    });
    const stop = new AbortController();
    const first = async () => {
      for await (const _ of client.computeJobs.logs(run.id, { signal: stop.signal })) stop.abort();
    };
    await expect(first()).rejects.toThrow(AbortedError);
    const followed = Array.fromAsync(client.computeJobs.logs(run.id));
    await client.computeJobs.cancel(run.id);
    expect(textOf(await followed)).toBe('on\n');
    expect(await client.computeJobs.get(run.id)).toMatchObject({ result: 'cancelled' });
  });

  it('need the id of a job', async () => {
    await expect(Array.fromAsync(client.computeJobs.logs(''))).rejects.toThrow(UsageError);
    const none = client.computeJobs.logs('job_01k0a2v4xfe8t9m3c5h7j1q6wz');
    await expect(Array.fromAsync(none)).rejects.toThrow(NotFoundError);
  });
});

describe('a conversation whose calls run as compute jobs', () => {
  const question = {
    ...{ model: 'sandbox/tool-caller', maxOutputTokens: 100 },
    messages: [{ role: 'user' as const, content: 'Go' }],
  };
  const runs = (source: string) =>
    jobTool({
      ...{ name: 'run_code', description: 'Runs code.', parameters: { type: 'object' } },
      job: () => js(source),
    });

  it('that is broken off at every request runs the code once, and pays once', async () => {
    const { key } = await service.tenant();
    const options = { baseUrl: service.url, apiKey: key.key };
    const whole = createClient(options);
    const broken = createClient({
      ...{ ...options, retry: false },
      fetch: breaksOnce((request) => fetch(request)),
    });
    const request = { ...question, tools: [runs("console.log('forty-two')")] };
    const talk = { conversationKey: unique('talk'), waitSeconds: 5 };
    for (let errors = 0; ; errors++) {
      const ended = await converse(broken, request, talk).catch(() => undefined);
      if (ended) break;
      expect(errors).toBeLessThan(40);
    }
    const again = await converse(whole, request, talk);
    expect(again.text).toContain('run_code said forty-two');
    const jobs = await Array.fromAsync(whole.computeJobs.list());
    expect(jobs).toEqual(again.computeJobs);
    const [job] = jobs;
    const [first] = again.runs;
    const callId = first!.message!.tool_calls![0]!.id;
    expect(job!.parent).toEqual({ runId: first!.id, toolCallId: callId });
    expect(job!.idempotencyKey).toBe(`${first!.id}:${callId}`);
  });

  it.each([
    ["console.log('so far'); console.error('why'); job.exit(3)", { exitCode: 3, stderr: 'why\n' }],
    ['for (;;);', { result: 'timed_out', stdout: '' }],
  ])('tells the model how %s ended', async (source, report) => {
    const tool = { ...runs(source), job: () => ({ ...js(source), timeoutSeconds: 1 }) };
    const { messages } = await converse(client, { ...question, tools: [tool] });
    expect(JSON.parse(messages.at(-2)!.content as string)).toMatchObject(report);
  });

  it('reports to the model what it did wrong, and creates nothing', async () => {
    const escapes = { ...js('1'), files: [{ path: '../up', content: '' }] };
    const tool = { ...runs(''), job: () => escapes };
    const { messages, computeJobs } = await converse(client, { ...question, tools: [tool] });
    expect(JSON.parse(messages.at(-2)!.content as string)).toMatchObject({ code: 'invalid_path' });
    expect(computeJobs).toEqual([]);
  });

  it('needs a bound for each job if the conversation has one', async () => {
    const bounded = { ...question, tools: [runs('1')], maxTotalAmount: 10_000_000 };
    const whole = { ...bounded, maxReservedAmount: 1_000_000 };
    await expect(converse(client, whole)).rejects.toThrow(UsageError);
    const computeJobs = { maxReservedAmount: 1_000_000 };
    const talk = await converse(client, { ...whole, computeJobs });
    expect(talk.computeJobs).toHaveLength(1);
  });
});
