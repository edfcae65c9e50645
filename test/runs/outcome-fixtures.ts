/** A run of the kind that the tests of outcomes use. */

import { createModelRunResource } from '../../server/model-runs/index.ts';
import { createRegistry } from '../../server/model-runs/providers/index.ts';
import type { Submitted } from '../../server/runs/outcomes.ts';

export const modelRuns = createModelRunResource({
  catalog: { get: () => undefined, list: () => [], close() {} } as never,
  registry: createRegistry([]),
  unit: { currency: 'USD', scale: 9 },
  limits: { maxPromptChars: 1, maxOutputTokens: 1, feeBasisPoints: 500 },
  pseudonymKey: Buffer.alloc(32),
});
const pricing = { prompt: '0.000001', completion: '0.000002' };
export const terms = { providerModel: 'm', priceVersion: 'v', pricing, maxPrice: pricing };
export const run: Submitted = {
  workspace: 'w',
  id: 'r',
  attempt: 1,
  terms,
  fee_basis_points: 500,
  scale: 9,
  reserved_amount: 1_000_000,
};
export const times = {
  reconcileDeadlineMs: 60_000,
  reconcileGraceMs: 1_000,
  priceDeadlineMs: 5_000,
};
export const message = { role: 'assistant' as const, content: 'Hi' };
export const usage = { promptTokens: 10, completionTokens: 5 };
