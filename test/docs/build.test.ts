import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readChapters } from '../../scripts/docs/chapters.ts';
import { fenced } from '../../scripts/docs/code.ts';
import { composeDocument } from '../../scripts/docs/document.ts';
import { type BuiltDocs, buildDocs } from '../../scripts/docs/index.ts';
import { composeOperatorsDocument } from '../../scripts/docs/operators.ts';
import { generatedSample, LANGUAGES, samplesFolder } from '../../scripts/docs/samples.ts';
import { root } from '../../scripts/fingerprint.ts';
import { describeConfig } from '../../server/platform/config/index.ts';
import { PROBLEMS } from '../../server/platform/lib/problem.ts';
import { STATES } from '../../server/runs/states.ts';
import { sandboxModels } from '../../server/sandbox/index.ts';
import { sandboxTools } from '../../server/sandbox/tools/definitions.ts';
import { at, operations } from '../contract/document.ts';
import { builtDocs, builtFolder } from './docs.ts';

const TWO_BUILDS_MS = 600_000;
const folder = mkdtempSync(join(tmpdir(), 'docs-test-'));
const made = join(folder, 'docs');
let built: BuiltDocs;
let html: string;

beforeAll(async () => {
  await builtDocs();
  built = await buildDocs(made);
  html = readFileSync(join(made, 'files/docs.html'), 'utf8');
}, TWO_BUILDS_MS);
afterAll(() => rmSync(folder, { recursive: true }));

const { document, guides } = composeDocument();
const guide = (name: string) => guides.find(({ anchor }) => anchor === `section/${name}`)!;

describe('the documentation', () => {
  it('is a folder with a page for every guide and group, and a sample for every operation and language', () => {
    const parts = guides.flatMap(({ anchor, parts }) => [anchor, ...parts]);
    const operators = composeOperatorsDocument().guides;
    const ofOperators = operators.flatMap(({ anchor, parts }) => [anchor, ...parts]);
    expect(built.sections).toBe(parts.length + ofOperators.length);
    expect(built.samples).toBe(operations().length * LANGUAGES.length);
    expect(readdirSync(folder)).toEqual(['docs']);
    expect(built.pages).toBe(guides.length + document.tags.length + 3);
  });

  it('is the same for the same sources', () => {
    const filesIn = (of: string) =>
      readdirSync(of, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
    const files = filesIn(made);
    expect(filesIn(builtFolder).length).toBe(files.length);
    for (const file of files) {
      const same = join(builtFolder, relative(made, file));
      expect(readFileSync(file).equals(readFileSync(same)), file).toBe(true);
    }
  });

  it('names no script, style, picture or font of elsewhere', () => {
    const markup = html.replaceAll(/<script[\s\S]*?<\/script>/g, '');
    const loaded = markup.matchAll(/(?:src|href)="(?!data:|#|\/(?!\/))([^"]*)"/g);
    const elsewhere = Array.from(loaded, ([, address]) => address);
    // Links, which the browser follows only after a click.
    const links = [
      'http://localhost:8080/',
      'http://localhost:8080/dashboard',
      'http://localhost:8080/docs/files/changes.atom',
      'http://localhost:8080/docs/files/openapi.yaml',
      'http://localhost:8080/docs/files/postman-collection.json',
      'http://localhost:8080/llms.txt',
      'https://redocly.com/redoc/',
      'https://www.rfc-editor.org/rfc/rfc9457',
      'https://www.standardwebhooks.com',
    ];
    expect([...new Set(elsewhere)].sort()).toEqual(links);
    expect(markup).not.toMatch(/cdn\.redoc\.ly|@import|<link rel="(?:stylesheet|preload)/);
  });

  it('is not built again, and prints nothing, if it is fresh', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['scripts/docs.ts', '--if-stale'],
      { cwd: root, encoding: 'utf8' },
    );
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

describe('before a start', () => {
  it('a page that cannot be built costs a line and nothing else', () => {
    const copy = mkdtempSync(join(tmpdir(), 'docs-bare-'));
    // As in production: no package that builds it is installed.
    for (const part of ['scripts', 'server', 'openapi', 'package.json', 'package-lock.json'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    rmSync(join(copy, 'openapi/generated/docs'), { recursive: true, force: true });
    const args = ['scripts/docs.ts', '--if-stale'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
    rmSync(copy, { recursive: true });
    expect(status).toBe(0);
    expect(stderr).toMatch(/^The documentation was not built, [^\n]+\n$/);
  });
});

describe('the guides', () => {
  it('have every code of a problem, every state, every model and tool of the sandbox and every scope', () => {
    const codes = Object.keys(PROBLEMS).map((code) => `section/errors/${code}`);
    expect(guide('errors').parts).toEqual(codes);
    for (const state of STATES) expect(guide('states').text).toContain(`| \`${state}\` |`);
    for (const { id } of sandboxModels)
      expect(guide('mock-and-sandbox').text).toContain(`\`${id}\``);
    for (const { name } of sandboxTools)
      expect(guide('mock-and-sandbox').text).toContain(`| \`sandbox/${name}\` |`);
    for (const { name } of operations())
      expect(guide('keys-and-permissions').text).toContain(`/${name.toLowerCase()})`);
  });

  it('say the defaults that the service has', () => {
    const limits = ['MAX_PROMPT_CHARS', 'MAX_OUTPUT_TOKENS', 'RATE_LIMIT_PER_MINUTE'];
    for (const limit of limits) {
      const row = describeConfig({}).find(({ name }) => name === limit);
      const text = Number(row?.value).toLocaleString('en-US');
      expect(guide('rate-limits-and-quotas').text).toContain(`| ${text} |`);
    }
  });

  it('have no block of JSON that was written by hand: it comes from the files of examples', () => {
    for (const name of readdirSync(join(root, 'openapi', 'docs', 'guides'))) {
      const text = readFileSync(join(root, 'openapi', 'docs', 'guides', name), 'utf8');
      expect(text, name).not.toMatch(/```json|^\s*[{[]$/m);
    }
  });

  it('are not built while a name has no text, or a text has no name', () => {
    const states =
      (...names: string[]) =>
      () =>
        readChapters('states.md', names);
    expect(states(...STATES)).not.toThrow();
    expect(states(...STATES, 'paused')).toThrow('states.md says nothing of paused');
    expect(states(...STATES.slice(1))).toThrow('states.md has reserved');
    expect(() => fenced('x', 'cobol')).toThrow('cobol');
  });

  it('leave no placeholder open', () => {
    expect(guides.filter(({ text }) => /\{\{/.test(text)).map(({ file: name }) => name)).toEqual(
      [],
    );
    expect(html.slice(0, 4_096)).not.toMatch(/__[A-Z]+__/);
  });

  it('are not part of the contract, which stays as it is served', () => {
    const served = at('info');
    expect(document.info.description).not.toBe(served.description);
    expect(JSON.stringify(at('paths'))).not.toContain('x-codeSamples');
  });
});

describe('the code samples', () => {
  it('that are written by hand are of operations, and say more than those that are generated', () => {
    const possible = operations().flatMap(({ name }) =>
      LANGUAGES.map(({ extension }) => `${name}.${extension}`),
    );
    for (const file of readdirSync(samplesFolder)) {
      expect(possible).toContain(file);
      const [id = '', language = ''] = file.split('.');
      const written = readFileSync(join(samplesFolder, file), 'utf8').trimEnd();
      expect(written, file).not.toBe(generatedSample(document, id, language));
    }
  });
});
