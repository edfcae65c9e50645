import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '../../server/kinds.ts';
import { follow, isNode, type Node } from '../contract/document.ts';
import { operations } from '../support/contract.ts';
import type { Answer } from '../support/service.ts';
import { type QueriedMock, RUN, startQueriedMock, TRACE } from './asking.ts';

let mock: QueriedMock;
beforeAll(async () => {
  mock = await startQueriedMock();
});
afterAll(() => mock.close());

interface Play {
  id: string;
  status: number;
  /** Undefined if the answer has no body. */
  example: string | undefined;
  value: unknown;
}

/** The mock supports no binary form. */
const BINARY = 'application/x-protobuf';

const plays: Play[] = operations.flatMap(({ id, responses }) =>
  [...responses].flatMap(([status, response]) => {
    const examples = examplesIn(response);
    const all = examples.length === 0 ? [[undefined, undefined] as const] : examples;
    return all.map(([example, value]) => ({ id, status, example, value }));
  }),
);

describe('every example of the document', () => {
  it.each(plays.map((play) => [`${play.id} ${play.status} ${play.example ?? ''}`.trim(), play]))(
    'is played by its name, and kept to the contract: %s',
    async (_, play) => {
      const { id, status, example, value } = play as Play;
      const name = nameFor(id, value);
      const code = `code=${status}`;
      const preferences = example === undefined ? [code] : [`${code}, example=${example}`];
      // A name alone gives its status.
      if (example !== undefined)
        preferences.push(`example=${example}; foo=1`, `wait=20, ${preferences[0]}`);
      for (const prefer of preferences) {
        const answer = await mock.ask({ operation: id, name, prefer });
        expect(answer.status, answer.text).toBe(status);
        expect(bodyOf(answer)).toEqual(expectedOf(value, answer, id));
      }
    },
  );

  it('comes first of its status where only the status is asked for', async () => {
    const firsts = plays.filter(
      (play, i) => plays.findIndex((p) => p.id === play.id && p.status === play.status) === i,
    );
    for (const { id, status, value } of firsts) {
      const answer = await mock.ask({
        ...{ operation: id, prefer: `code=${status}`, name: nameFor(id, value) },
      });
      expect(answer.status).toBe(status);
      expect(bodyOf(answer)).toEqual(expectedOf(value, answer, id));
    }
  });
});

describe('without any preference', () => {
  it.each(operations.map(({ id }) => id))('%s succeeds', async (id) => {
    const answer = await mock.ask({ operation: id, name: nameFor(id, undefined) });
    expect(answer.status).toBeLessThan(400);
  });
});

function nameFor(id: string, value: unknown): string {
  if (id === 'getProblemDocs') return 'not_found';
  if (id === 'getClientPackage') return 'model-run-client.tgz';
  if (id === 'getDocsFile') return 'openapi.yaml';
  if (id === 'getGuide') return 'money.md';
  if (id === 'getReference') return 'model-runs';
  if (id.includes('Customer')) return 'customer-204';
  if (isNode(value) && typeof value.id === 'string') return value.id;
  if (id.includes('Prompt')) return 'invoice-summary';
  if (/Endpoint/.test(id)) return 'whe_01k0d5f7h9k2n4q6s8v0x3z5b7';
  if (id === 'getBillingPayment') return 'pay_01k0b6m2s4fq8v3x7c9d1h5j0n';
  if (id.includes('SavedExport')) return 'exp_01k0e8g2j4m6p8r0t2v4x6z8b1';
  if (/ApiKey$/.test(id)) return 'key_01k0b1s3v5w7y9a2c4e6g8j0m1';
  if (id === 'getModel' || id === 'getTool') return 'sandbox/echo';
  if (id === 'getTrace' || id === 'getSpan') return TRACE;
  if (id.includes('Score')) return RUN.replace('run_', 'scr_');
  if (id.includes('Compute')) return RUN.replace('run_', 'job_');
  const kind = KINDS.find(({ operations: named }) => Object.values<string>(named).includes(id));
  return RUN.replace('run_', `${kind?.idPrefix ?? 'run'}_`);
}

function bodyOf({ headers, text }: Answer): unknown {
  if (text === '') return undefined;
  return /[/+]json$/.test(headers.get('content-type') ?? '') ? JSON.parse(text) : text;
}

/** The example, with what only this answer can know. */
function expectedOf(value: unknown, { headers, text }: Answer, id: string): unknown {
  if (!isNode(value)) return value;
  if (id === 'getOpenApiDocument' && 'openapi' in value) return JSON.parse(text);
  if ('requestId' in value) {
    const type = `${mock.url}/problems/${value.code}`;
    return { ...value, type, requestId: headers.get('x-request-id') };
  }
  if (!('idempotencyKey' in value)) return value;
  const { model, tool, idempotencyKey } = JSON.parse(text) as Node;
  return { ...value, ...(tool ? { tool } : { model }), idempotencyKey };
}

function examplesIn({ content }: Node): (readonly [string, unknown])[] {
  const inWords = Object.entries(isNode(content) ? content : {}).filter(
    ([type]) => type !== BINARY,
  );
  return inWords.flatMap(([, media]) =>
    Object.entries((media as { examples: Record<string, Node> }).examples).map(
      ([name, example]) => [name, follow(example).value] as const,
    ),
  );
}
