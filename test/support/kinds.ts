/** The kinds of runs that the tests of the run kernel are played with: what holds for one holds for all. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  createModelRunResource,
  type ModelRunOptions,
  type ModelRunTypes,
} from '../../server/resources/model-runs/index.ts';
import type { RunKernel, Runs, RunTypes } from '../../server/runs/index.ts';
import { createToyResource, type ToyRunTypes } from '../toy/resource.ts';
import { freePort } from './free-port.ts';
import { bundleOf } from './program.ts';

export interface TestKind<T extends RunTypes> {
  name: string;
  /** In the tables. */
  kind: string;
  idPrefix: string;
  offer(kernel: RunKernel, options: KindOptions): Runs<T>;
  /** For what the sandbox has under this name. */
  request(subject: string, more?: object): T['Request'];
  /** Below `/v1/developer`. */
  path: string;
  /** The variable with the port that its API is served at. */
  port: string;
}

export type KindOptions = Omit<ModelRunOptions, 'attributionKey'> &
  Partial<Pick<ModelRunOptions, 'attributionKey'>>;

export const MODEL_RUNS: TestKind<ModelRunTypes> = {
  ...{ name: 'model runs', kind: 'model_run', idPrefix: 'run', path: 'model-runs', port: 'PORT' },
  offer: (kernel, options) =>
    kernel.offer(createModelRunResource({ attributionKey: randomBytes(32), ...options })),
  request: (model, more) => ({
    ...{ model, messages: [{ role: 'user', content: 'Hello' }], maxOutputTokens: 100 },
    ...more,
  }),
};

/** Its program is the service with toys, which serves and works on both kinds. */
export const TOY_RUNS: TestKind<ToyRunTypes> & { main: string } = {
  ...{ name: 'toy runs', kind: 'toy_run', idPrefix: 'toy', path: 'toy-runs', port: 'TOY_PORT' },
  main: bundleOf(fileURLToPath(new URL('../toy/main.ts', import.meta.url))),
  offer: (kernel, options) => kernel.offer(createToyResource(options)),
  request: (toy, more) => ({ toy, text: 'Hello', ...more }),
};

/** A test that is played with every kind knows none of their types. */
export type AnyKind = TestKind<RunTypes>;
export const KINDS: readonly AnyKind[] = [MODEL_RUNS, TOY_RUNS];

/** Free ones, for a process that serves all kinds: by the variable that tells it. */
export async function portsOfKinds(): Promise<Record<string, string>> {
  const ports = await Promise.all(KINDS.map(async ({ port }) => [port, String(await freePort())]));
  return Object.fromEntries(ports) as Record<string, string>;
}
