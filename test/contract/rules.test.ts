/** Every rule of the contract finds the fault that it is for, and finds nothing in the contract as it is. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { document, root } from './document.ts';
import { batches, faults, plant } from './faults/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** 1 tells which fault is found by more than its rule. */
const TOGETHER = 8;

const planted = batches(TOGETHER);

describe('the rules of the contract', () => {
  const found = lint();

  test('find nothing in the contract as it is', () => {
    expect(found.get('clean')).toBeUndefined();
  });

  describe.each(planted.map((batch, index) => ({ batch, index })))(
    'at once',
    ({ batch, index }) => {
      const rules = found.get(`batch-${index}`);

      test.each(batch.map(({ rule, fault: [what] }) => [rule, what]))('%s finds %s', (rule) => {
        expect(rules).toContain(rule);
      });

      test('no other rule finds anything', () => {
        expect([...(rules ?? [])].sort()).toEqual(batch.map(({ rule }) => rule).sort());
      });
    },
  );

  test('component-name-unique finds two files with one name', () => {
    expect([...(found.get('developer') ?? [])]).toEqual(['component-name-unique']);
  });

  test('are all proven', () => {
    const config = readFileSync(join(root, 'redocly.yaml'), 'utf8');
    const rules = config.slice(config.indexOf('\nrules:'));
    const on = [...rules.matchAll(/^ {2}([a-z][\w/.-]+):(?! off)/gm)].map((match) => match[1]);
    expect(on.length).toBeGreaterThan(40);
    expect(on.filter((rule) => !Object.hasOwn(faults, rule!))).toEqual(['component-name-unique']);
  });

  test('are errors, all of them', () => {
    expect(readFileSync(join(root, 'redocly.yaml'), 'utf8')).not.toMatch(/\bwarn\b/);
  });
});

/** Names of the rules that find something, by the file they find it in. All files go through one process. */
function lint(): Map<string, Set<string>> {
  const files = planted.map((batch, index) =>
    write(`batch-${index}`, plant(batch.map(({ fault }) => fault))),
  );
  files.push(write('clean', document), sourcesWithOneNameTwice());
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/@redocly/cli/bin/cli.js'),
      'lint',
      ...files,
      '--config',
      join(root, 'redocly.yaml'),
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
    const name = dirname(file) === folder ? basename(file, '.json') : 'developer';
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

/** Names can clash in separate files only: bundled, one of the two has been renamed. */
function sourcesWithOneNameTwice(): string {
  const sources = join(folder, 'openapi');
  cpSync(join(root, 'openapi'), sources, { recursive: true });
  const file = join(sources, 'models', 'schemas.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('ModelCapabilities', 'Payer'));
  return join(sources, 'developer.yaml');
}
