/** Model runs: the functions of every kind of run, and the creation of many runs at once. */
import type { Client } from 'openapi-fetch';
import { type CreateMany, createCreateMany } from './batch.ts';
import type { PlainPaths } from './contract.ts';
import { callsAt, type ModelRunKind } from './kinds.ts';
import type { RequestKeyStore } from './request-keys.ts';
import { createRuns, type Runs } from './runs.ts';
import type { Send } from './transport.ts';

export interface ModelRuns extends Runs<ModelRunKind> {
  /**
   * Creates up to 100 runs in one call, each under its own request key, and returns a result for each. Billable.
   * Retried like `create`. Throws if no run was created, or if that is unknown: then retry with the same keys.
   */
  createMany: CreateMany;
}

export function createModelRuns(
  raw: Client<PlainPaths>,
  send: Send,
  requestKeys: RequestKeyStore | undefined,
): ModelRuns {
  return {
    ...createRuns<ModelRunKind>(callsAt(raw, '/v1/developer/model-runs'), send, requestKeys),
    createMany: createCreateMany(raw, send),
  };
}
