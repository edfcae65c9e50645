/** The tool loops of the packages themselves against the whole service, which counts what was bought. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createAgent } from 'langchain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createClient, type ModelRunSummary } from '../../../client/index.ts';
import { createOpenAIFetch } from '../../../client/openai.ts';
import { startService, type Tenant, type TestService } from '../../support/service.ts';
import { type Loop, langchain, loops } from './loops.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ validatesResponses: true });
});
afterAll(() => service.close());

const PROGRAM = join(import.meta.dirname, 'program.ts');
const ANSWER = /get_weather said \{"city":"[^"]*","celsius":21\}/;

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

const optionsOf = ({ key }: Tenant) => ({
  ...{ baseUrl: service.url, apiKey: key.key },
  reuseEqual: true,
});

async function runsOf(tenant: Tenant): Promise<ModelRunSummary[]> {
  const runs: ModelRunSummary[] = [];
  for await (const run of createClient(optionsOf(tenant)).modelRuns.list()) runs.push(run);
  return runs;
}

/** Two runs, both paid once, and nothing is still held. */
async function expectOneBill(tenant: Tenant): Promise<void> {
  const runs = await runsOf(tenant);
  expect(runs.map(({ finishReason }) => finishReason)).toEqual(['stop', 'tool_calls']);
  const spent = runs.reduce((sum, { chargedAmount }) => sum + chargedAmount!, 0);
  expect(await tenant.wallet()).toMatchObject({ held: 0, spent });
}

describe.each(Object.entries(loops))('the tool loop of %s', (name, loop: Loop) => {
  it('buys a run for each turn, and none when it begins again', async () => {
    const tenant = await service.tenant();
    let calls = 0;
    const play = () => loop(createOpenAIFetch(optionsOf(tenant)), () => (calls += 1));
    expect(await play()).toMatch(ANSWER);
    await expectOneBill(tenant);
    expect(await play()).toMatch(ANSWER);
    await expectOneBill(tenant);
    // What the caller does itself is repeated: only runs are found again.
    expect(calls).toBe(2);
  });

  it('whose process is killed at every request pays once', async () => {
    const tenant = await service.tenant();
    let kills = 0;
    while (await isKilledAt(kills + 1, [name, service.url, tenant.key.key])) kills += 1;
    // At least before and after each of two creations.
    expect(kills).toBeGreaterThanOrEqual(4);
    await expectOneBill(tenant);
  });
});

it('an agent of LangChain whose schema has a title is the same request each time', async () => {
  const tenant = await service.tenant();
  const responseFormat = z.object({ total: z.number() }).meta({ title: 'invoice' });
  for (let agents = 0; agents < 2; agents++) {
    const model = langchain(createOpenAIFetch(optionsOf(tenant)));
    const agent = createAgent({ model, tools: [], responseFormat });
    const { structuredResponse } = await agent.invoke({ messages: 'The invoice.' });
    expect(responseFormat.parse(structuredResponse)).toEqual(structuredResponse);
  }
  expect(await runsOf(tenant)).toHaveLength(1);
});
