/** The worked example of the docs: what a real run of the quickstart holds and costs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRun } from '../../openapi/generated/developer.ts';
import { composeDocument } from '../../scripts/docs/document.ts';
import { moneyExample } from '../../scripts/docs/money.ts';
import { root } from '../../scripts/fingerprint.ts';
import { at, type Node } from '../contract/document.ts';
import { faultsOfJson } from '../support/contract-schemas.ts';
import { startService, type TestService } from '../support/service.ts';
import { execute } from './execute.ts';

const { guides } = composeDocument();
const quickstart = readFileSync(join(root, 'openapi/docs/guides/01-quickstart.md'), 'utf8');
const receipt = readFileSync(join(root, 'openapi/docs/answers/quickstart-run.json'), 'utf8');
const money = moneyExample();
const figure = (name: string) => Number(money[name]);

let service: TestService;
let answers: ModelRun[];

beforeAll(async () => {
  service = await startService({ validatesResponses: true });
  const tenant = await service.tenant();
  const environment = { MODEL_RUN_BASE_URL: service.url, MODEL_RUN_KEY: tenant.key.key };
  const [, , create = ''] = Array.from(
    quickstart.matchAll(/```sh\n([\s\S]*?)```/g),
    ([, code]) => code,
  );
  answers = [];
  for (let time = 0; time < 2; time++) {
    const { stdout } = await execute('bash', ['-c', create], { environment });
    answers.push(JSON.parse(stdout) as ModelRun);
  }
});
afterAll(() => service.close());

describe('the quickstart', () => {
  it('is answered with the receipt that it shows', () => {
    const { id, keyId, traceId, createdAt, updatedAt, finishedAt, providerReference, ...shown } =
      JSON.parse(receipt) as ModelRun;
    expect(answers[0]).toMatchObject(shown);
    expect(Object.keys(answers[0]!).sort()).toEqual(Object.keys(JSON.parse(receipt)).sort());
  });

  it('buys nothing when it is pasted again', () => {
    expect(answers[1]).toEqual(answers[0]);
  });

  it('shows a receipt that the contract allows', () => {
    expect(faultsOfJson(receipt, at('components', 'schemas', 'ModelRun') as Node)).toEqual([]);
  });
});

describe('the worked example', () => {
  it('has the figures of that run', () => {
    const [run] = answers;
    expect(figure('hold')).toBe(run?.reservedAmount);
    expect(figure('provider')).toBe(run?.providerAmount);
    expect(figure('fee')).toBe(run?.feeAmount);
    expect(figure('charged')).toBe(run?.chargedAmount);
    expect(figure('prompt-used')).toBe(run?.usage?.promptTokens);
    expect(figure('completion-used')).toBe(run?.usage?.completionTokens);
  });

  it('adds up line by line', () => {
    expect(figure('input-amount')).toBe(figure('input-tokens') * figure('prompt-unit'));
    expect(figure('output-amount')).toBe(figure('output-tokens') * figure('completion-unit'));
    expect(figure('base')).toBe(figure('input-amount') + figure('output-amount'));
    expect(figure('base-fee')).toBe(Math.ceil((figure('base') * figure('fee-points')) / 10_000));
    expect(figure('hold')).toBe(figure('base') + figure('base-fee'));
    expect(figure('provider')).toBe(
      figure('prompt-used') * figure('prompt-unit') +
        figure('completion-used') * figure('completion-unit'),
    );
    expect(figure('fee')).toBe(Math.ceil(figure('fee-exact')));
    expect(figure('charged') + figure('returned')).toBe(figure('hold'));
    expect(figure('beyond-charged')).toBe(figure('hold'));
    expect(figure('beyond-charged') + figure('beyond-absorbed')).toBe(figure('beyond-provider'));
  });

  it('is what the guide shows', () => {
    const text = guides.find(({ anchor }) => anchor === 'section/money')?.text ?? '';
    const names = ['input-amount', 'output-amount', 'base-fee', 'provider', 'fee', 'returned'];
    for (const name of names) expect(text, name).toContain(`| ${money[name]} |`);
    expect(text).toContain(`**${money.hold}**`);
    expect(text).toContain(`**${money.charged}**`);
  });
});
