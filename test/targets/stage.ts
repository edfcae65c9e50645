/**
 * What the scenarios of the real service find: tenants with and without money, a run that is completed and
 * one that stays pending, and the ways to the service and to its crippled sisters.
 */
import { examplesOf, operation as nodeOf } from '../contract/document.ts';
import type { Contract, DocumentedOperation } from '../support/contract.ts';
import {
  contract,
  RUNS,
  runOf,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';
import type { Api, Apis } from './apis.ts';
import type { Provocation } from './suite.ts';
import { type Change, sending } from './wire.ts';

/** How an answer is brought about, for any operation that has it. */
export type Way = (operation: DocumentedOperation) => Provocation | Promise<Provocation>;

export interface Stage {
  contract: Contract;
  service: TestService;
  apis: Apis;
  tenant: Tenant;
  /** No worker: what is created there stays pending. */
  quiet: Api;
  completed: Known;
  pending: Known;
  /** A run of the tenant that is under way for some seconds. */
  underWay(): Promise<string>;
  /** The service, asked by the tenant as documented, but for the change. */
  ask(change?: Change, input?: Input): Provocation;
  /** The same of another API on the database of the crippled ones. */
  askOf(api: Api, change?: Change, input?: Input): Promise<Provocation>;
}

export interface Known {
  id: string;
  requestKey: string;
}

export type Input = Partial<Pick<Provocation, 'key' | 'headers' | 'path' | 'send'>>;

/** The body that the client sends: the document's own example. */
export const BODY = examplesOf(nodeOf('createModelRun'))[0]!.value;

export async function setStage(service: TestService, apis: Apis): Promise<Stage> {
  const tenant = await service.tenant();
  const quiet = await apis.of('quiet');
  const quietKey = await apis.newKey();
  const completed = { id: '', requestKey: unique('request') };
  const pending = { id: '', requestKey: unique('request') };

  function provocation(
    { url, publicUrl }: Pick<Api, 'url' | 'publicUrl'>,
    key: string,
    change: Change = {},
    input: Input = {},
  ): Provocation {
    const path = { id: completed.id, code: 'not_found', ...input.path };
    const { headers = {}, send = sending({ publicUrl, contract }, change) } = input;
    return { url, key: input.key ?? key, path, headers, send };
  }

  const headers = { Prefer: 'wait=30' };
  const made = await tenant.create(BODY, { requestKey: completed.requestKey, headers });
  completed.id = runOf(made).id;
  pending.id = await createOn(quiet, quietKey, pending.requestKey);

  const slow = { ...(BODY as object), model: 'sandbox/slow' };
  return {
    ...{ contract, service, apis, tenant, quiet, completed, pending },
    underWay: async () => runOf(await tenant.create(slow)).id,
    ask: (change, input) => provocation(service, tenant.key.key, change, input),
    async askOf(api, change, input) {
      const key = api === quiet ? quietKey : await apis.newKey();
      return provocation(api, key, change, input);
    },
  };
}

async function createOn(api: Api, key: string, requestKey: string): Promise<string> {
  const response = await fetch(api.url + RUNS, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': requestKey,
    },
    body: JSON.stringify(BODY),
  });
  return ((await response.json()) as { id: string }).id;
}
