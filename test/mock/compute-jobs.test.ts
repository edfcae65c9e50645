import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { converse, jobTool } from '../../client/agents.ts';
import { type ComputeJobLog, createClient } from '../../client/index.ts';
import { type Mock, startMock } from '../../scripts/mock/index.ts';
import { document } from '../contract/document.ts';
import { unique } from '../support/service.ts';

let mock: Mock;
beforeAll(async () => {
  // Runs advance when they are read, and not because the machine is slow.
  vi.useFakeTimers({ toFake: ['Date'] });
  mock = await startMock({ document, port: 0 });
});
afterAll(() => {
  vi.useRealTimers();
  return mock.close();
});

const client = () => createClient({ baseUrl: mock.url, apiKey: 'mock', retry: false });
/** The response, whose connection breaks after so many bytes. */
async function brokenAfter(bytes: number, { status, headers, body }: Response): Promise<Response> {
  const all = new Uint8Array(await new Response(body).arrayBuffer());
  const parts = [all.slice(0, bytes)];
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else controller.error(new TypeError('terminated'));
    },
  });
  return new Response(broken, { status, headers });
}

const js = (source: string) => ({
  ...{ environment: 'javascript', timeoutSeconds: 60, source, outputs: ['result.json'] },
});

describe('compute jobs of the mock', () => {
  it.each([
    ['no comment', "console.log('Hello')", ['running', 'completed'], { exitCode: 0 }],
    ['run-completed-exit-code', '', ['running', 'completed'], { result: 'exited', exitCode: 3 }],
    ['run-completed-timed-out', '', ['running', 'completed'], { result: 'timed_out' }],
    ['run-completed-out-of-memory', '', ['running', 'completed'], { result: 'out_of_memory' }],
    ['run-completed-cancelled', '', ['running', 'completed'], { result: 'cancelled' }],
    ['run-failed-engine-lost', '', ['running', 'failed'], { error: { code: 'engine_lost' } }],
    ['run-failed-outcome-unknown', '', ['needs_reconciliation', 'failed'], {}],
    ['run-failed-environment-unavailable', '', ['failed'], {}],
  ])('of %s come to their end', async (named, source, states, end) => {
    const { computeJobs } = client();
    const { run } = await computeJobs.create(js(source || `// ${named}`));
    const seen: string[] = [];
    const onProgress = ({ state }: { state: string }) => seen.push(state);
    const options = { waitSeconds: 0, onProgress };
    expect(await computeJobs.wait(run.id, options)).toMatchObject(end);
    expect(seen).toEqual(states);
  });

  it('are read while they run, and have a file', async () => {
    const { computeJobs } = client();
    const { run } = await computeJobs.create(js("console.log('Hello')"), {
      idempotencyKey: unique('job'),
    });
    const parts: ComputeJobLog[] = [];
    for await (const part of computeJobs.logs(run.id)) parts.push(part);
    expect(parts).toMatchObject([{ text: 'Hello\n', next: 6, ended: false }]);
    await computeJobs.wait(run.id);
    for await (const part of computeJobs.logs(run.id)) parts.push(part);
    expect(parts[1]).toMatchObject({ text: 'Hello\n', ended: true });
    const file = await computeJobs.artifact(run.id, 'result.json');
    expect(await new Response(file).json()).toEqual({ sum: 4 });
    const none = computeJobs.artifact(run.id, 'none');
    await expect(none).rejects.toMatchObject({ code: 'not_found' });
  });

  it('have a file whose download goes on where it broke off, and is not requested twice', async () => {
    const { computeJobs } = client();
    const { run } = await computeJobs.create(js("console.log('Hello')"));
    await computeJobs.wait(run.id);
    const asked: (string | null)[][] = [];
    const fetch = async (request: Request) => {
      asked.push(['Range', 'If-Range'].map((name) => request.headers.get(name)));
      const response = await globalThis.fetch(request);
      return asked.length < 3 ? brokenAfter(3, response) : response;
    };
    const retry = { baseDelayMs: 0 };
    const fragile = createClient({ baseUrl: mock.url, apiKey: 'mock', retry, fetch });
    const file = await fragile.computeJobs.artifact(run.id, 'result.json');
    expect(await new Response(file).text()).toBe('{"sum":4}');
    const tag = `"${createHash('sha256').update('{"sum":4}').digest('hex')}"`;
    expect(asked).toEqual([
      [null, null],
      ['bytes=3-', tag],
      ['bytes=6-', tag],
    ]);
  });

  it('have a file whose download fails if it broke off and the file has changed', async () => {
    const { computeJobs } = client();
    const { run } = await computeJobs.create(js("console.log('Hello')"));
    await computeJobs.wait(run.id);
    const fetch = async (request: Request) => {
      if (request.headers.has('Range')) return new Response('another', { status: 200 });
      return brokenAfter(3, await globalThis.fetch(request));
    };
    const retry = { baseDelayMs: 0 };
    const fragile = createClient({ baseUrl: mock.url, apiKey: 'mock', retry, fetch });
    const file = await fragile.computeJobs.artifact(run.id, 'result.json');
    await expect(new Response(file).text()).rejects.toThrow();
  });

  it('have a conversation whose code fails', async () => {
    const tool = jobTool({
      ...{ name: 'run_code', description: 'Runs code.', parameters: { type: 'object' } },
      job: () => js('// run-completed-exit-code'),
    });
    const talk = await converse(client(), {
      ...{ model: 'sandbox/tool-caller', maxOutputTokens: 100, tools: [tool] },
      messages: [{ role: 'user', content: 'Go' }],
    });
    expect(JSON.parse(talk.messages.at(-2)!.content as string)).toEqual({
      ...{ result: 'exited', exitCode: 3, stdout: 'Hello\n', stderr: 'Error: no rows\n' },
    });
  });
});
