/**
 * The API with the service's parts, but with little patience for requests that do not arrive: the service itself waits
 * for up to a minute.
 */
import { randomBytes } from 'node:crypto';
import { createKey, createKeys, readAllowance } from '../../server/keys/index.ts';
import { createModelHandlers } from '../../server/model-runs/http.ts';
import { createAccountHandlers } from '../../server/money/http.ts';
import { type AppOptions, createApp } from '../../server/platform/http/index.ts';
import { createCursors } from '../../server/platform/lib/cursor.ts';
import { createPromptHandlers } from '../../server/prompts/http.ts';
import { createRunHandlers } from '../../server/runs/edges/http.ts';
import { createToolHandlers } from '../../server/tool-runs/http.ts';
import { document } from '../contract/document.ts';
import { computeHandlers } from '../support/compute.ts';
import { managementHandlers } from '../support/management.ts';
import { metricsHandlers } from '../support/metrics.ts';
import { LIMITS, startTestRuns } from '../support/model-runs.ts';
import { observabilityHandlers } from '../support/observability.ts';
import { offeredKinds } from '../support/offered-kinds.ts';
import { quotasOf } from '../support/quotas.ts';
import { catalogOf } from '../support/tool-runs.ts';

export type ImpatientApi = Awaited<ReturnType<typeof startImpatientApi>>;

export async function startImpatientApi(
  more: Partial<Pick<AppOptions, 'bodyBudget' | 'timeouts'>> = {},
) {
  const test = await startTestRuns();
  const keys = createKeys({ db: test.db });
  const cursors = createCursors(randomBytes(32));
  const tools = catalogOf('none', []);
  const kinds = offeredKinds(test.runs, { limits: LIMITS, tools });
  const app = createApp({
    document: document as never,
    keys,
    handlers: {
      ...createRunHandlers(kinds, cursors),
      ...createModelHandlers({
        ...{ catalog: { get: () => undefined, list: () => [] }, cursors },
        currency: 'USD',
        maxOutputTokens: 1,
      }),
      ...createToolHandlers(tools, cursors),
      ...computeHandlers(kinds),
      ...createPromptHandlers({
        ...{ prompts: undefined as never, cursors, kind: 'model_run' },
        unit: { currency: 'USD', scale: 9 },
      }),
      ...observabilityHandlers({ db: test.db, runs: test.runs, cursors }),
      ...metricsHandlers(test.db, cursors),
      ...managementHandlers(test.db, cursors),
      ...createAccountHandlers({
        allowanceOf: (principal) => readAllowance(test.db, principal),
        unit: { currency: 'USD', scale: 9 },
        ...{ maxPendingRuns: LIMITS.maxPendingRuns, ratePerMinute: 1_000 },
        storagePrice: undefined,
        quotasOf: quotasOf(test.db).usesOf,
      }),
    },
    validatesResponses: true,
    log: test.log,
    ratePerMinute: 1_000,
    maxBodyBytes: 100_000,
    health: async () => {},
    timeouts: { headersMs: 200, requestMs: 400 },
    ...more,
  });
  const port = await app.listen('127.0.0.1', 0);
  const scopes = ['models:read', 'models:run', 'observability:run'];
  const newKeyOf = async (workspace: string) =>
    (await createKey(test.db, { workspace, name: 'slow', scopes })).key;
  const { workspace } = await test.tenant(1_000_000);
  const key = await newKeyOf(workspace);
  return {
    ...{ port, key },
    /** A key of the same workspace. */
    newKey: () => newKeyOf(workspace),
    newWorkspace: async () => ({ key: await newKeyOf((await test.tenant(1_000_000)).workspace) }),
    publicUrl: `http://localhost:${port}`,
    async close(): Promise<void> {
      await app.drain();
      await keys.close();
      await test.close();
    },
  };
}
