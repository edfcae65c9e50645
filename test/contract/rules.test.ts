/** Every rule of the contracts finds the fault that it is for, and finds nothing in the contracts themselves. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { dashboard, developer, operator, root } from './document.ts';
import { batches, dashboardFaults, faults, operatorFaults, plant } from './faults/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** 1 reports faults that other rules find too. */
const TOGETHER = 8;

const OWN_RULES = join(root, 'openapi', 'rules', 'dashboard.yaml');
const OPERATOR_RULES = join(root, 'openapi', 'rules', 'operator.yaml');
const RULES = join(root, 'redocly.yaml');

const contracts = [
  { api: 'developer', ...developer, planted: batches(faults, TOGETHER), rules: [RULES] },
  {
    ...{ api: 'dashboard', ...dashboard, rules: [RULES, OWN_RULES] },
    planted: batches(dashboardFaults, TOGETHER),
  },
  {
    ...{ api: 'operator', ...operator, rules: [RULES, OWN_RULES, OPERATOR_RULES] },
    planted: batches(operatorFaults, TOGETHER),
  },
].map(({ api, document, planted, rules }) => {
  const faulty = planted.map((batch) =>
    plant(
      batch.map(({ fault }) => fault),
      document,
    ),
  );
  const files = [
    ...faulty.map((copy, index) => write(`batch-${api}-${index}`, copy)),
    write(`clean-${api}`, document),
  ];
  return { api, planted, found: lint(rules, files) };
});

describe.each(contracts)('the rules of the $api contract', ({ api, planted, found }) => {
  test('find nothing in the contract as it is', () => {
    expect(found.get(`clean-${api}`)).toBeUndefined();
  });

  describe.each(planted.map((batch, index) => ({ batch, index })))(
    'at once',
    ({ batch, index }) => {
      const rules = found.get(`batch-${api}-${index}`);

      test.each(batch.map(({ rule, fault: [what] }) => [rule, what]))('%s finds %s', (rule) => {
        expect(rules).toContain(rule);
      });

      test('no other rule finds anything', () => {
        expect([...(rules ?? [])].sort()).toEqual(batch.map(({ rule }) => rule).sort());
      });
    },
  );
});

describe('the rules', () => {
  test('component-name-unique finds two files with one name', () => {
    const found = lint([RULES], [sourcesWithOneNameTwice()], 'contract/developer-standards');
    expect([...(found.get('sources') ?? [])]).toEqual(['component-name-unique']);
  });

  test('are all proven', () => {
    const on = rulesOf(RULES);
    expect(on.length).toBeGreaterThan(40);
    expect(on.filter((rule) => !Object.hasOwn(faults, rule))).toEqual(['component-name-unique']);
    expect(rulesOf(OWN_RULES).filter((rule) => !Object.hasOwn(dashboardFaults, rule))).toEqual([]);
    expect(rulesOf(OPERATOR_RULES)).toEqual(Object.keys(operatorFaults));
  });

  test.each([RULES, OWN_RULES, OPERATOR_RULES])('are errors, all of them: %s', (file) => {
    expect(readFileSync(file, 'utf8')).not.toMatch(/\bwarn\b/);
  });
});

/** The rules that a configuration enables or changes. */
function rulesOf(file: string): string[] {
  const config = readFileSync(file, 'utf8');
  const rules = config.slice(config.indexOf('\nrules:'));
  return Array.from(rules.matchAll(/^ {2}([a-z][\w/.-]+):(?! off)/gm), ([, rule]) => String(rule));
}

/** The names of rules that find something, by file. One process lints all files. Only sources need the standards. */
function lint(configs: string[], files: string[], standards?: string): Map<string, Set<string>> {
  const config = join(folder, `redocly-${configs.length}.yaml`);
  const preprocessors = standards ? `preprocessors: { ${standards}: on }\n` : '';
  writeFileSync(config, `extends: ${JSON.stringify(configs)}\n${preprocessors}`);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/@redocly/cli/bin/cli.js'),
      'lint',
      ...files,
      '--config',
      config,
      '--format',
      'json',
      '--max-problems',
      '100000',
    ],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  expect(stderr).toContain('Validation failed');
  // One report after the other, one for each file.
  const reports = stdout.split(/(?<=^\})(?=\{$)/m).map((text) => JSON.parse(text) as Report);
  const found = new Map<string, Set<string>>();
  for (const { ruleId, location } of reports.flatMap(({ problems }) => problems)) {
    const file = resolve(root, location[0]!.source.ref);
    const name = dirname(file) === folder ? basename(file, '.json') : 'sources';
    found.set(name, (found.get(name) ?? new Set()).add(ruleId));
  }
  return found;
}

interface Report {
  problems: { ruleId: string; location: { source: { ref: string } }[] }[];
}

function write(name: string, content: unknown): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

/** Names can clash only in separate files: bundling renames one of the two. */
function sourcesWithOneNameTwice(): string {
  const sources = join(folder, 'openapi');
  cpSync(join(root, 'openapi'), sources, { recursive: true });
  const file = join(sources, 'tool-runs', 'developer.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('ToolPricing', 'ModelPricing'));
  return join(sources, 'developer.yaml');
}
