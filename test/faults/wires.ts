/** How a fault reaches runs of a kind: the adapter that sends them, and a good answer. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createCatalog } from '../../server/model-runs/providers/catalog.ts';
import {
  createOpenRouterProvider,
  type Model,
  type Provider,
} from '../../server/model-runs/providers/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { createHttpToolsProvider } from '../../server/tool-runs/providers/http-tools.ts';
import type { ToolDefinition } from '../../server/tool-runs/providers/tool-provider.ts';
import { delta, stream } from '../providers/upstream.ts';
import { type AnyKind, type KindOptions, TOOL_RUNS } from '../support/kinds.ts';
import { catalogsOf } from '../support/tool-runs.ts';
import type { Fault } from './faults.ts';

export interface Wire {
  provider(fault: Fault, url: string, connectTimeoutMs: number): Provider;
  /** What the faults' providers sell. */
  sell(faults: readonly Fault[], db: Db): Promise<Sold>;
  /** The name by which a request selects what the fault sells. */
  request(fault: Fault): object;
  /** The run of a submission. */
  runOf(headers: IncomingHttpHeaders, body: string): string;
  /** A good answer. */
  answer(response: ServerResponse): void;
  /** The charge for that answer, without a cost and the fee. */
  listPrice: number;
}

export interface Sold extends Partial<Pick<KindOptions, 'catalog' | 'tools'>> {
  close(): void;
}

export const wireOf = ({ kind }: AnyKind): Wire => (kind === TOOL_RUNS.kind ? TOOLS : MODELS);
export const slugOf = ({ name }: Fault): string => name.replaceAll(/\W+/g, '-').toLowerCase();

const MAX_ANSWER_BYTES = 100_000;
/** Short only if it must run out: a busy machine must not look like a fault. */
const timeoutMsOf = ({ hangs }: Fault): number => (hangs ? 3_000 : 30_000);

const PRICES = { prompt: '0.00000015', completion: '0.0000006' };

const MODELS: Wire = {
  provider: (fault, baseUrl, connectTimeoutMs) =>
    createOpenRouterProvider({
      ...{ name: fault.name, apiKey: 'key', baseUrl, connectTimeoutMs, maxInFlight: 64 },
      ...{ maxAnswerBytes: MAX_ANSWER_BYTES, requestTimeoutMs: timeoutMsOf(fault) },
    }),
  async sell(faults, db) {
    const sources = [{ name: 'the faults', models: faults.map(modelOf) }];
    const catalog = await createCatalog({ db, sources, synced: [] });
    return { catalog, close: () => catalog.close() };
  },
  request: (fault) => ({ subject: modelOf(fault).id, ...(fault.tools && { tools: fault.tools }) }),
  runOf: (_, body) => (JSON.parse(body) as { trace: { run_id: string } }).trace.run_id,
  answer: (response) => {
    const usage = { prompt_tokens: 3, completion_tokens: 2, cost: 0.000012 };
    const end = { id: 'gen-1', choices: [], usage };
    const events = [delta({ content: 'Hello' }), delta({}, 'stop'), end, '[DONE]'];
    stream(response, events, { 'x-generation-id': 'gen-1' });
  },
  // 3 tokens of the prompt and 2 of the answer, rounded up once.
  listPrice: 1_650,
};

function modelOf(fault: Fault): Model {
  return {
    ...{ id: `faults/${slugOf(fault)}`, provider: fault.name, providerModel: 'a/model' },
    ...{ name: fault.name, pricing: PRICES },
    capabilities: { tools: true, reasoning: 'entries' },
    templateTokens: { perRequest: 3, perMessage: 2 },
    ...{ supportedParameters: [], inputModalities: ['text'] },
  };
}

const CALL: ToolDefinition = {
  name: 'call',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object', properties: { said: { type: 'string' } } },
};

const TOOLS: Wire = {
  provider(fault, url, connectTimeoutMs) {
    const { isIdempotent = false } = fault;
    const provider = createHttpToolsProvider({
      ...{ name: slugOf(fault), maxInFlight: 64, connectTimeoutMs },
      maxAnswerBytes: MAX_ANSWER_BYTES,
      tools: [{ definition: CALL, url: new URL(url), isIdempotent }],
      signingSecrets: [`whsec_${Buffer.from('of the faults').toString('base64')}`],
    });
    return provider as unknown as Provider;
  },
  async sell(faults) {
    const servers = faults.map((fault) => ({
      ...{ server: slugOf(fault), definitions: [CALL] },
      terms: { isIdempotent: fault.isIdempotent ?? false },
    }));
    return { tools: catalogsOf(servers), close() {} };
  },
  request: (fault) => ({
    ...{ tool: `${slugOf(fault)}/call`, input: {} },
    timeoutSeconds: timeoutMsOf(fault) / 1_000,
  }),
  runOf: (headers) => String(headers['idempotency-key']),
  answer: (response) => void response.end('{"said":"Hello"}'),
  listPrice: 1_000_000,
};
