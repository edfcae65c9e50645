/** The contracts agree with the code: their codes and their states. `npm run check` holds the generated files to them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CODES } from '../../server/platform/http/faults.ts';
import {
  DASHBOARD_PROBLEMS,
  FAULT_CODES,
  OPERATOR_PROBLEMS,
  PROBLEMS,
  Problem,
  type ProblemCode,
} from '../../server/platform/lib/problem.ts';
import { EVENTS, isTerminal, type RunState } from '../../server/runs/states.ts';
import {
  at,
  dashboard,
  developer,
  examplesOf,
  isNode,
  operation,
  operator,
  root,
  strings,
} from './document.ts';

const contracts = [
  { api: 'developer', ...developer },
  { api: 'dashboard', ...dashboard },
  { api: 'operator', ...operator },
];

describe('the problem codes', () => {
  const codes = Object.keys(PROBLEMS);
  const codesOf = ({ at }: typeof developer) =>
    strings(at('components', 'schemas', 'ProblemCode')['x-extensible-enum']) as ProblemCode[];

  test('of the document and of the code are the same', () => {
    expect(codesOf(developer)).toEqual(codes);
  });

  test('of the dashboard are its own, and some of those', () => {
    const own = Object.keys(DASHBOARD_PROBLEMS);
    expect(codesOf(dashboard).filter((code) => !codes.includes(code))).toEqual(own);
    expect(own.filter((code) => codes.includes(code))).toEqual([]);
  });

  test('of the operator are its own, and some of the others', () => {
    const own = Object.keys(OPERATOR_PROBLEMS);
    const others = [...codes, ...codesOf(dashboard)];
    expect(codesOf(operator).filter((code) => !others.includes(code))).toEqual(own);
    expect(own.filter((code) => others.includes(code as ProblemCode))).toEqual([]);
  });

  describe.each(contracts)('of the $api document', (contract) => {
    const known = codesOf(contract);

    test('are explained with their status', () => {
      const text = String(contract.at('components', 'schemas', 'ProblemCode').description);
      const rows = text.matchAll(/^\| (\d{3}) \| `([a-z_]+)` \| .+ \|$/gm);
      const explained = Array.from(rows, ([, status, code]) => [code, Number(status)]);
      expect(explained).toEqual(known.map((code) => [code, new Problem(code, '').status]));
    });

    test.each(known)('%s has an example with its title and status', (code) => {
      const { value } = contract.at('components', 'examples', code);
      const { title, status } = new Problem(code, '');
      expect(value).toMatchObject({ code, title, status });
      expect(isNode(value) && String(value.type)).toMatch(new RegExp(`/problems/${code}$`));
    });

    test('are all shown by some operation, and no other is', () => {
      const shown = contract.operations().flatMap(({ node }) =>
        Object.keys(isNode(node.responses) ? node.responses : {})
          .filter((status) => Number(status) >= 400)
          .flatMap((status) => contract.examplesOf(node, status).map(({ name }) => name)),
      );
      expect([...new Set(shown)].sort()).toEqual([...known].sort());
    });
  });
});

describe('the codes of faults', () => {
  test.each(contracts)('of $api are those of the code, and each is explained', ({ at }) => {
    const { description, 'x-extensible-enum': known } = at('components', 'schemas', 'FaultCode');
    expect(known).toEqual(FAULT_CODES);
    const rows = String(description).matchAll(/^\| `([a-z_]+)` \| .+ \|$/gm);
    expect(Array.from(rows, ([, code]) => code)).toEqual(FAULT_CODES);
  });

  test('are all used somewhere', () => {
    const code = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && file !== join('kernel', 'problem.ts'))
      .map((file) => readFileSync(join(root, 'server', file), 'utf8'))
      .join();
    expect(FAULT_CODES.filter((each) => !code.includes(`'${each}'`))).toEqual([]);
  });

  test.each(contracts)('of $api have one for every rule of its schemas', ({ document }) => {
    const used = [...keywordsIn(document)].filter((keyword) => RULES.has(keyword));
    expect(used.filter((keyword) => !(keyword in CODES))).toEqual([]);
  });
});

/** The keywords of JSON Schema that can refuse a value. */
const RULES = new Set([
  ...['type', 'enum', 'const', 'required', 'additionalProperties', 'unevaluatedProperties'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'pattern'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'contains', 'format'],
  ...['minProperties', 'maxProperties', 'propertyNames', 'dependentRequired', 'discriminator'],
  ...['oneOf', 'anyOf', 'not', 'if'],
]);

/** Names of members, anywhere in a schema. */
function keywordsIn(value: unknown): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((item) => [...keywordsIn(item)]));
  if (!isNode(value)) return new Set();
  const inner = Object.entries(value).filter(([name]) => name !== 'examples' && name !== 'example');
  return new Set(inner.flatMap(([name, member]) => [name, ...keywordsIn(member)]));
}

describe('the states', () => {
  const events: { from: readonly RunState[]; to: RunState }[] = Object.values(EVENTS);
  // Of compute jobs only; their schema lists the same states.
  const states = [...new Set(events.flatMap(({ from, to }) => [...from, to]))]
    .filter((state) => state !== 'running')
    .sort();
  const documented = at('components', 'schemas', 'ModelRunState');

  test('of the document and of the code are the same', () => {
    expect(strings(documented['x-extensible-enum']).sort()).toEqual(states);
  });

  test('of jobs are the same, but for the one of a price that is looked up', () => {
    const ofJobs = strings(at('components', 'schemas', 'ComputeJobState')['x-extensible-enum']);
    const unpriced = states.filter((state) => state !== 'received');
    expect(ofJobs.sort()).toEqual([...unpriced, 'running'].sort());
  });

  test('are an open set: a client must accept one that it does not know', () => {
    expect(documented).toMatchObject({ type: 'string' });
    expect(documented).not.toHaveProperty('enum');
  });

  test.each(states)('%s is explained and has an example of reading it', (state) => {
    expect(documented.description).toContain(`| \`${state}\` |`);
    const read = examplesOf(operation('getModelRun'), '200').map(({ value }) => value.state);
    expect(read).toContain(state);
  });

  test('that are terminal are created with 200, and pending ones with 202', () => {
    const stateOf = (status: string) =>
      examplesOf(operation('createModelRun'), status).map(({ value }) => value.state as RunState);
    expect(stateOf('200').every(isTerminal)).toBe(true);
    expect(stateOf('202').some(isTerminal)).toBe(false);
    expect(new Set([...stateOf('200'), ...stateOf('202')])).toEqual(new Set(states));
  });

  test('failed has an example for every error code', () => {
    const codes = at('components', 'schemas', 'ModelRunErrorCode');
    const shown = examplesOf(operation('getModelRun'), '200')
      .filter(({ value }) => value.state === 'failed')
      .map(({ value }) => isNode(value.error) && value.error.code);
    expect(shown.sort()).toEqual(strings(codes['x-extensible-enum']).sort());
  });
});

describe('the sources', () => {
  test('hold no example that no document uses', () => {
    const files = readdirSync(join(root, 'openapi'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.examples.yaml'))
      .map((file) => readFileSync(join(root, 'openapi', file), 'utf8'))
      .flatMap((text) => Array.from(text.matchAll(/^([\w-]+):/gm), ([, name]) => name));
    const used = contracts.flatMap((contract) =>
      Object.keys(contract.at('components', 'examples')),
    );
    expect([...new Set(files)].sort()).toEqual([...new Set(used)].sort());
  });

  test('have a changelog that begins with the version of the document', () => {
    const changelog = readFileSync(join(root, 'openapi', 'CHANGELOG.md'), 'utf8');
    const version = String(at('info').version);
    expect(/^## (\S+)/m.exec(changelog)?.[1]).toBe(version);
  });

  test.each(contracts)('of $api are described in a few lines: generators repeat them', ({ at }) => {
    expect(String(at('info').description).length).toBeLessThan(600);
  });

  test.each(contracts)('of $api speak JSON Schema 2020-12 and OpenAPI 3.1', ({ document }) => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.jsonSchemaDialect).toBe('https://json-schema.org/draft/2020-12/schema');
  });
});
