import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { EdgeVM } from '@edge-runtime/vm';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../client/version.ts';
import { startService, type TestService } from '../support/service.ts';
import { type InstalledClient, installClient, packClient } from './installed-client.ts';

const ROOT = join(import.meta.dirname, '../..');
const JUDGE = join(import.meta.dirname, 'judge.ts');
const run = promisify(execFile);
/**
 * Of them 2,150 are openapi-fetch. It includes what every call has: retries and their reports, answers with their
 * request ids, defaults of the environment. Conversations, prompts, management and the rest are entries of their own.
 */
const MOST_BYTES = 12_650;
/** The client, and what chat completions become runs by. */
const MOST_OPENAI_BYTES = 16_200;

let installed: InstalledClient;
let home: string;

beforeAll(async () => {
  installed = await installClient();
  home = join(installed.folder, 'node_modules', 'model-run-client');
});
afterAll(() => installed.remove());

function manifestOf(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
    exports: Record<string, unknown>;
    dependencies: Record<string, string>;
  };
}

describe('the package', () => {
  it('passes publint and arethetypeswrong', async () => {
    const { stdout } = await run(process.execPath, [JUDGE, await packClient()]);
    expect(JSON.parse(stdout)).toEqual([]);
  });

  it('is required by CommonJS with the same names that ES modules import', async () => {
    const entries = Object.keys(manifestOf(home).exports).filter((name) => !name.includes('.json'));
    const names = entries.map((name) => name.replace('.', 'model-run-client'));
    const program = (load: string) =>
      `(async () => { const all = []; for (const name of ${JSON.stringify(names)}) {
        all.push(Object.keys(await ${load}(name)).filter((one) => !/^(__esModule|default|module.exports)$/.test(one)).sort());
      } console.log(JSON.stringify(all)); })()`;
    const printed = ['require', 'import'].map((load) =>
      run(process.execPath, ['--input-type=commonjs', '-e', program(load)], {
        cwd: installed.folder,
      }),
    );
    const [required, imported] = (await Promise.all(printed)).map(
      ({ stdout }) => JSON.parse(stdout) as string[][],
    );
    expect(required).toEqual(imported);
    expect(required).toHaveLength(8);
  });

  it('holds what is imported and no sources', () => {
    const names = readdirSync(home, { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => /\.\w+$/.test(name));
    expect(
      files.filter(
        (name) => !/(\.js|\.js\.map|\.d\.ts|package\.json|README\.md|CHANGELOG\.md)$/.test(name),
      ),
    ).toEqual([]);
    expect(names).toContain('LICENSE');
  });

  it('has a version and a changelog of its own, which name the contract of its types', () => {
    const path = join(ROOT, 'openapi/generated/developer.json');
    const { info } = JSON.parse(readFileSync(path, 'utf8')) as { info: { version: string } };
    const { version } = manifestOf(home);
    const [newest] = readFileSync(join(home, 'CHANGELOG.md'), 'utf8').split('\n## ').slice(1);
    expect(newest?.split('\n')[0]).toBe(version);
    expect(VERSION).toBe(version);
    expect(newest).toContain(`The types are those of contract ${info.version}.`);
    const readme = readFileSync(join(ROOT, 'client/README.md'), 'utf8');
    expect(readme).toContain(`model-run-client-${version}.tgz`);
  });

  it('depends on two packages, in the versions that the tests run with', () => {
    const { dependencies } = manifestOf(home);
    const tested = manifestOf(ROOT).dependencies;
    expect(dependencies).toEqual({
      'openapi-fetch': `^${tested['openapi-fetch']}`,
      standardwebhooks: `^${tested.standardwebhooks}`,
    });
  });

  it('imports nothing of Node outside of ./node', () => {
    const folder = join(home, 'dist', 'esm', 'client');
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
    const imported = scripts.flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^.'"][^'"]*)/g)].map(
        (match) => `${name} ${match[1]}`,
      );
    });
    const ofNode = imported.filter((line) => line.includes(' node:'));
    expect(new Set(ofNode.map((line) => line.split(' ')[0]))).toEqual(new Set(['node.js']));
    expect(imported.filter((line) => !line.includes(' node:'))).toEqual([
      'index.js openapi-fetch',
      'webhooks.js standardwebhooks',
    ]);
  });

  it(`is smaller than ${MOST_BYTES} bytes when it is bundled with its dependency`, async () => {
    const alone = gzipSync(await bundle('esm', ['openapi-fetch'])).length;
    const whole = gzipSync(await bundle('esm')).length;
    console.log(`model-run-client: ${alone} bytes gzip, ${whole} with openapi-fetch`);
    expect(whole).toBeLessThan(MOST_BYTES);
  });

  it(`is smaller than ${MOST_OPENAI_BYTES} bytes as the fetch for chat completions`, async () => {
    const whole = gzipSync(await bundle('esm', [], 'openai.js')).length;
    console.log(`model-run-client/openai: ${whole} bytes gzip, with all that it needs`);
    expect(whole).toBeLessThan(MOST_OPENAI_BYTES);
  });
});

describe('in an edge runtime', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ validatesResponses: true });
  });
  afterAll(() => service.close());

  it('creates, waits, talks and refuses there like elsewhere', async () => {
    const { key } = await service.tenant();
    const edge = new EdgeVM();
    edge.evaluate(await bundle('iife'));
    const printed = await edge.evaluate<Promise<string>>(`(async () => {
      const { createClient, isCompleted, UnknownModelError } = modelRunClient;
      const { modelRuns } = createClient({ baseUrl: '${service.url}', apiKey: '${key.key}' });
      const messages = [{ role: 'user', content: 'From the edge' }];
      const request = { model: 'sandbox/echo', messages, maxOutputTokens: 50 };
      const run = await modelRuns.createAndWait(request, { signal: AbortSignal.timeout(30_000) });
      const refused = await modelRuns.create({ ...request, model: 'none' }).catch((error) => error);
      return JSON.stringify([run.text, isCompleted(run), refused instanceof UnknownModelError]);
    })()`);
    expect(JSON.parse(printed)).toEqual(['From the edge', true, true]);
  });

  it('carries chat completions there like elsewhere', async () => {
    const { key } = await service.tenant();
    const edge = new EdgeVM();
    edge.evaluate(await bundle('iife', [], 'openai.js'));
    const printed = await edge.evaluate<Promise<string>>(`(async () => {
      const { createOpenAIFetch } = modelRunClient;
      const send = createOpenAIFetch({ baseUrl: '${service.url}', apiKey: '${key.key}' });
      const messages = [{ role: 'user', content: 'From the edge' }];
      const body = JSON.stringify({ model: 'sandbox/echo', messages, max_tokens: 50 });
      const ask = (init) => send('http://nowhere.invalid/chat/completions', { method: 'POST', body, ...init });
      const [first, again] = [await (await ask()).json(), await (await ask()).json()];
      const aborted = await ask({ signal: AbortSignal.abort() }).catch(({ name }) => name);
      return JSON.stringify([first.choices[0].message.content, again.model_run.replayed, aborted]);
    })()`);
    expect(JSON.parse(printed)).toEqual(['From the edge', false, 'AbortError']);
  });
});

/** As an application gets it: one script, minified. */
async function bundle(
  format: 'esm' | 'iife',
  external: string[] = [],
  entry = 'index.js',
): Promise<string> {
  const made = await rolldown({
    input: join(home, 'dist/esm/client', entry),
    external,
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
  });
  const { output } = await made.generate({ format, minify: true, name: 'modelRunClient' });
  return output[0].code;
}
