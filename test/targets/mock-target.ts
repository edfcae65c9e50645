/** The mock as a target: `Prefer` asks for each wanted answer. */
import { startMock } from '../../scripts/mock/index.ts';
import { KINDS } from '../../server/kinds.ts';
import { document } from '../contract/document.ts';
import { createContract } from '../support/contract.ts';
import type { Scenario } from './scenarios.ts';
import type { Provocation, Target } from './suite.ts';
import { sending } from './wire.ts';

const PROMPT = { name: 'invoice-summary', label: 'production' };
const MOCK_RUN = '01k0a2v4xfe8t9m3c5h7j1q6wz';

export async function startMockTarget(): Promise<Target> {
  const mock = await startMock({ document, port: 0 });
  const contract = createContract();
  const send = sending({ publicUrl: mock.url, contract });
  return {
    contract,
    async provoke(scenario) {
      return {
        ...{ url: mock.url, key: 'mrk_any' },
        path: { id: idFor(scenario), code: 'not_found', guide: 'money.md', ...PROMPT },
        headers: { Prefer: preferenceOf(scenario) },
        send: scenario.form === 'idempotent-replayed' ? twice(send) : send,
      };
    },
    close: mock.close,
  };
}

/** The canned run of the requested kind. */
function idFor({ operation }: Scenario): string {
  const kind = KINDS.find(({ path }) => operation.path.includes(`/${path}`)) ?? KINDS[0]!;
  return `${kind.idPrefix}_${MOCK_RUN}`;
}

function preferenceOf({ status, code, form }: Scenario): string {
  if (code !== undefined) return `code=${status}, example=${code}`;
  if (form === 'preference-applied') return `code=${status}, wait=20`;
  // A run that waits says when to ask again.
  if (form === 'retry-after' && status === 200) return 'example=run-reserved';
  return `code=${status}`;
}

/** The same request, with the same request key. */
function twice(send: Provocation['send']): Provocation['send'] {
  return async (request) => {
    await send(request.clone());
    return send(request);
  };
}
