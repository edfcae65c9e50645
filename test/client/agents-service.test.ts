/** Conversations with tools against the whole service, which counts what was created, carried out and charged. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { converse } from '../../client/agents.ts';
import { createClient, type Message, type ModelRunClient } from '../../client/index.ts';
import { startService, type TestService, unique } from '../support/service.ts';
import { breaksOnce } from './agent-mock.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ validatesResponses: true });
});
afterAll(() => service.close());

const PROGRAM = join(import.meta.dirname, 'agent-program.ts');

/** Kills the program after this many lines; false if it ended before. */
async function isKilledAt(line: number, args: string[]): Promise<boolean> {
  const program = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(program, 'exit');
  let lines = 0;
  for await (const _ of createInterface({ input: program.stdout })) {
    lines += 1;
    if (lines === line) program.kill('SIGKILL');
  }
  const [code, signal] = await exited;
  if (signal === null) expect(code).toBe(0);
  return signal === 'SIGKILL';
}

const QUESTION: Message = { role: 'user', content: 'Go' };

async function asking(client: ModelRunClient, tool: string) {
  return {
    ...{ model: 'sandbox/tool-caller', messages: [QUESTION], maxOutputTokens: 100 },
    tools: [await client.tools.get(tool)],
  };
}

const resultsIn = (messages: Message[]) =>
  messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []));

describe('a conversation with a tool of the catalog', () => {
  it('that is broken off at every request carries its call out once, and pays once', async () => {
    const tenant = await service.tenant();
    const options = { baseUrl: service.url, apiKey: tenant.key.key };
    const whole = createClient(options);
    const broken = createClient({
      ...{ ...options, retry: false },
      fetch: breaksOnce((request) => fetch(request)),
    });
    const request = await asking(whole, 'sandbox/counts');
    const talk = { conversationKey: unique('talk'), waitSeconds: 5 };
    let errors = 0;
    for (;;) {
      const ended = await converse(broken, request, talk).catch(() => undefined);
      if (ended) break;
      errors += 1;
      expect(errors).toBeLessThan(40);
    }
    expect(errors).toBeGreaterThanOrEqual(6);
    const again = await converse(whole, request, talk);
    expect(again.text).toContain('sandbox__counts said');
    expect(again.toolRuns).toMatchObject([{ output: { structured: { executions: 1 } } }]);

    const modelRuns = await Array.fromAsync(whole.modelRuns.list());
    const toolRuns = await Array.fromAsync(whole.toolRuns.list());
    expect([modelRuns.length, toolRuns.length]).toEqual([2, 1]);
    const parentRunId = again.runs[0]!.id;
    expect(await Array.fromAsync(whole.toolRuns.list({ parentRunId }))).toEqual(toolRuns);
    const charged = [...modelRuns, ...toolRuns].map(({ chargedAmount }) => chargedAmount!);
    expect(await tenant.wallet()).toMatchObject({
      ...{ held: 0, spent: charged.reduce((sum, amount) => sum + amount) },
    });
  });

  it('whose process is killed at every request carries its call out once, and pays once', async () => {
    const tenant = await service.tenant();
    const conversationKey = unique('talk');
    let kills = 0;
    while (await isKilledAt(kills + 1, [service.url, tenant.key.key, conversationKey])) kills += 1;
    // At least before and after each creation: two model runs and one tool run.
    expect(kills).toBeGreaterThanOrEqual(6);

    const client = createClient({ baseUrl: service.url, apiKey: tenant.key.key });
    const toolRuns = await Array.fromAsync(client.toolRuns.list());
    expect(toolRuns).toHaveLength(1);
    const { output } = await client.toolRuns.get(toolRuns[0]!.id);
    expect(output?.structured).toEqual({ executions: 1 });
    expect(await Array.fromAsync(client.modelRuns.list())).toHaveLength(2);
    expect(await tenant.wallet()).toMatchObject({ held: 0 });
  });

  it.each([
    ['sandbox/fails', 'tool_error', /as it always does/],
    ['sandbox/refuses', 'provider_refused', undefined],
  ])('of %s tells the model of %s', async (tool, code, output) => {
    const { key } = await service.tenant();
    const client = createClient({ baseUrl: service.url, apiKey: key.key });
    const talk = await converse(client, await asking(client, tool));
    const [result] = resultsIn(talk.messages).map((text) => JSON.parse(String(text)));
    expect(result).toMatchObject({
      code,
      ...(output && { output: expect.stringMatching(output) }),
    });
    expect(talk.run.state).toBe('completed');
  });
});
