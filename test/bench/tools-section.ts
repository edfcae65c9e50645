/** Tool runs compared with model runs of the same service, with inputs of one size: creates, and whole runs. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOOL_AT } from './answer-stream.ts';
import type { Bench, Section } from './bench.ts';
import { countsOf } from './counts.ts';
import { open } from './http-client.ts';
import { costsOf, meteredLoad } from './metered-load.ts';
import type { Counters } from './postgres.ts';
import { type Finding, ratioFinding } from './report.ts';
import { createRequest, creates, TEXT, TOOL_PATH, WAIT } from './requests.ts';
import { compare } from './rounds.ts';
import { openService, type Service } from './service.ts';
import { openUpstream, sendingTo } from './whole-run-fixtures.ts';

const AT_LEAST = 0.9;

export const tools: Section = async (bench) => {
  await using upstream = await openUpstream();
  await using models = await sendingTo(upstream.url);
  await using sold = await sellTool(`${upstream.url}${TOOL_AT}`);
  const environment = { ...models.environment, ...sold.environment };
  const findings: Finding[] = [];
  await using service = await openService(bench, { worker: true, environment });
  await untilSold(service);
  findings.push(
    await besideModels(bench, service, { what: 'whole runs', status: 200, more: WAIT }),
  );
  return [await createsOf(bench), ...findings];
};

/** Uses the sandbox's tools, which an API has without a worker. */
async function createsOf(bench: Bench): Promise<Finding> {
  await using service = await openService(bench, { worker: false });
  const load = { what: 'durable creates', status: 202, more: '', tool: 'sandbox/echo' };
  return await besideModels(bench, service, load);
}

interface Load {
  what: string;
  status: number;
  /** Headers. */
  more: string;
  tool?: string;
}

async function besideModels(
  bench: Bench,
  service: Service,
  { what, status, more, tool = 'outside/call' }: Load,
): Promise<Finding> {
  const { database, tenant } = service;
  const connections = bench.inFlight;
  const ofTools = { status, request: creates(tenant.key, more, bodyOf(tool), TOOL_PATH) };
  const ofModels = { status, request: creates(tenant.key, more) };
  const sides = [ofModels, ofTools].map((load) => ({
    load: meteredLoad(service, { connections, ...load }),
    counts: countsOf(database),
    runs: 0,
  }));
  const [below, above] = sides.map((side) => async (seconds: number) => {
    const rate = await side.counts.during(() => side.load.run(seconds));
    side.runs += rate * seconds;
    return rate;
  });
  const between = () => database.forgetRuns();
  const comparison = await compare({ floor: below!, measured: above!, between }, bench);
  const [model, toolSide] = sides.map(({ counts, runs }) => counts.each(runs));
  const title = `${what} of a tool beside ${what} of a model, ${connections} connections`;
  return ratioFinding(
    { section: 'tools', what: title, atLeast: AT_LEAST },
    comparison,
    `${costsOf(sides[1]!.load, sides[0]!.load)}; of each ${textOf(toolSide!)} beside ${textOf(model!)}`,
  );
}

function textOf({ statements, walBytes }: Counters): string {
  return `${statements.toFixed(3)} statements and ${walBytes.toFixed(0)} bytes of log`;
}

/** As long as the body of a model run. */
function bodyOf(tool: string): string {
  const body = (text: string) => JSON.stringify({ tool, input: { text } });
  return body('x'.repeat(TEXT.length - body('').length));
}

/** A tools file with one tool at an HTTP address. */
async function sellTool(url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'model-run-bench-tools-'));
  const path = join(folder, 'tools.json');
  const call = {
    ...{ url, description: 'Answers at once.', pricing: { perCall: '0.001' } },
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  };
  const signingSecrets = [`whsec_${Buffer.from('of the benchmark').toString('base64')}`];
  const outside = { kind: 'http', signingSecrets, maxInFlight: 1_024, tools: { call } };
  await writeFile(path, JSON.stringify({ servers: { outside } }));
  return {
    environment: { TOOLS_FILE: path },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** The service learns what a server has by asking it. */
async function untilSold({ port, tenant }: Service): Promise<void> {
  const connection = await open(port);
  for (let tries = 0; ; tries++) {
    const request = createRequest(tenant.key, `${tries}`, WAIT, bodyOf('outside/call'), TOOL_PATH);
    const { status } = await connection.exchange(request);
    if (status === 200) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  connection.close();
}
