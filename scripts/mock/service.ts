/**
 * The service of the mock: the developer API as production answers it, by the service's own handlers and rules, over what is
 * kept in memory. It takes any key. Where the service would ask a database that the mock has not, the answer is an example.
 */
import { createHash } from 'node:crypto';
import { bodyLimits, offerKinds, ofKind } from '../../server/compose/kinds.ts';
import { composeProviders } from '../../server/compose/providers.ts';
import { createSandboxProvider, sandboxServer } from '../../server/compose/tools.ts';
import {
  createComputeEnvironmentHandlers,
  createOutputHandlers,
} from '../../server/compute-jobs/http.ts';
import { COMPUTE_JOBS } from '../../server/compute-jobs/index.ts';
import { createExportHandlers } from '../../server/exports/http.ts';
import { type Principal, SCOPES } from '../../server/keys/index.ts';
import { createMetricsHandlers } from '../../server/metrics/http.ts';
import { createModelHandlers } from '../../server/model-runs/http.ts';
import { MODEL_RUNS } from '../../server/model-runs/index.ts';
import { createAccountHandlers } from '../../server/money/http.ts';
import { type Config, readConfig } from '../../server/platform/config/index.ts';
import type { Handlers } from '../../server/platform/http/index.ts';
import { createCursors } from '../../server/platform/lib/cursor.ts';
import { createLog, type Log } from '../../server/platform/telemetry/log.ts';
import { createPromptHandlers } from '../../server/prompts/http.ts';
import { createPrompts, type NewVersion } from '../../server/prompts/index.ts';
import { createRegistry } from '../../server/providers/provider.ts';
import { QUOTA_NAMES } from '../../server/quotas/index.ts';
import { createRunHandlers } from '../../server/runs/edges/http.ts';
import { isTerminal } from '../../server/runs/states.ts';
import { createScoreHandlers } from '../../server/scores/http.ts';
import { createToolCatalog, versionOf } from '../../server/tool-runs/catalog.ts';
import { createToolHandlers } from '../../server/tool-runs/http.ts';
import { MAX_OUTPUT_BYTES } from '../../server/tool-runs/index.ts';
import type { ToolProvider } from '../../server/tool-runs/providers/tool-provider.ts';
import { createObservabilityHandlers } from '../../server/traces/http.ts';
import { createIngest, SPAN_LIMITS } from '../../server/traces/index.ts';
import { createMockJobs, WORKSPACE } from './jobs.ts';
import { createMemoryKernel, NO_DATABASE, show } from './kernel.ts';
import { createMemoryPrompts } from './prompts.ts';
import { createMemoryScores } from './scores.ts';

const WALLET = '01900000-0000-7000-8000-000000000003';
/** Each mock has the same secret, so that one accepts the cursors of another. */
const SECRET = createHash('sha256').update('the mock keeps no secrets').digest();

const CALLER: Principal = {
  ...{ workspace: WORKSPACE, apiKey: '01900000-0000-7000-8000-000000000002' },
  // Later kinds of runs have more.
  get scopes() {
    return new Set(SCOPES);
  },
  payer: { account: WALLET, kind: 'wallet' },
};

export interface MockServiceOptions {
  /** What the wallet begins with, in US dollars. */
  credit: number;
  /** Versions of prompts that exist from the start. */
  prompt: NewVersion[];
}

/** What `createApp` needs of it. */
export async function openMockService({ credit, prompt }: MockServiceOptions) {
  const config = readConfig({ NODE_ENV: 'test' });
  const { unit, limits, quotas, observability } = config;
  const log = createLog({ level: 'silent' });
  const cursors = createCursors(SECRET);
  const sold = await openSandbox(config, log);
  const kernel = createMemoryKernel({ config, credit: Math.round(credit * 10 ** unit.scale) });
  const compute = createMockJobs(log);
  const kinds = offerKinds(kernel, { ...sold, config, compute, attributionKey: SECRET });
  const prompts = createPrompts({
    ...{ store: createMemoryPrompts(), reads: NO_DATABASE },
    maxPromptChars: limits.maxPromptChars,
  });
  for (const [i, version] of prompt.entries()) {
    await prompts.save(CALLER, `example-${i}`, version);
  }
  const maxAgeDays = Math.min(SPAN_LIMITS.maxAgeDays, observability.retentionDays);
  const { getExport } = createExportHandlers(NO_DATABASE);
  const handlers: Handlers = {
    ...createRunHandlers(kinds, cursors),
    ...createModelHandlers({
      ...{ catalog: sold.catalog, cursors, currency: unit.currency },
      maxOutputTokens: limits.maxOutputTokens,
    }),
    ...createToolHandlers(sold.tools.catalog, cursors),
    ...createOutputHandlers(ofKind(kinds, COMPUTE_JOBS.kind).runs, compute),
    ...createComputeEnvironmentHandlers(compute.catalog),
    ...createPromptHandlers({ prompts, cursors, unit, kind: MODEL_RUNS.kind }),
    ...createScoreHandlers({ scores: createMemoryScores(kernel), cursors }),
    ...createMetricsHandlers({ reads: NO_DATABASE, unit }),
    ...createObservabilityHandlers({
      reading: { listSpans: show, list: show, getGroup: show, getTrace: show, getSpan: show },
      ingest: createIngest({ save: show } as never, { maxAgeDays }),
      ...{ cursors, unit, assertMaySend() {} },
      limitsOf: () => ({
        maxSpansPerDay: quotas.defaults.spans,
        ...{ retentionDays: observability.retentionDays, maxAgeDays },
      }),
    }),
    getExport(input) {
      void getExport(input);
      return show();
    },
    ...createAccountHandlers({
      async allowanceOf() {
        const open = (await kernel.all()).filter(({ state }) => !isTerminal(state));
        const { available, held } = kernel.money();
        return {
          accounts: [{ id: WALLET, account: 'wallet', available, held }],
          ...{ limits: [], spendable: available, pendingRuns: open.length },
          ...{ expiresAt: null, models: null },
        };
      },
      quotasOf: async () =>
        QUOTA_NAMES.map((quota) => ({ quota, limit: quotas.defaults[quota], used: 0 })),
      ...{ unit, storagePrice: config.storagePrice, maxPendingRuns: limits.maxPendingRuns },
      ratePerMinute: config.http.ratePerMinute,
    }),
  };
  const { largest: _, ...bodies } = bodyLimits(config, kinds);
  return {
    cursors,
    app: {
      ...{ handlers, log, keys: { authenticate: async () => CALLER } },
      ...{ ...bodies, ratePerMinute: config.http.ratePerMinute, health: async () => {} },
    },
    close: sold.close,
  };
}

/** The models and tools of the sandbox, with the providers that carry them out. */
async function openSandbox(config: Config, log: Log) {
  const models = await composeProviders(config, { sandboxPort: 0, log });
  const catalog = await models.openCatalog({ db: NO_DATABASE });
  const { connectTimeoutMs, maxInFlight } = config.providers;
  const bounds = { connectTimeoutMs, maxInFlight, maxAnswerBytes: MAX_OUTPUT_BYTES };
  const provider = createSandboxProvider({ ...bounds, log });
  const { tools } = await provider.listTools(new AbortController().signal);
  const seen = tools.map((definition) => ({ version: versionOf(definition), definition }));
  const toolCatalog = await createToolCatalog({
    servers: () => [sandboxServer],
    saved: {
      tools: async () =>
        seen.map(({ version, definition: { name } }) => ({
          ...{ id: `${provider.name}/${name}`, server: provider.name, gone_at: null },
          ...{ seen_version: version, approved_version: version, seen_at: new Date() },
        })),
      definitions: async (_, known) => seen.filter(({ version }) => !known.includes(version)),
    },
    onFault() {},
  });
  return {
    ...{ catalog, registry: models.registry },
    tools: { catalog: toolCatalog, registry: createRegistry<ToolProvider>([provider]) },
    async close() {
      catalog.close();
      toolCatalog.close();
      await Promise.all([models.close(), provider.close()]);
    },
  };
}
