/** No version hides what changed since the last release. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultOf, type Situation } from '../../scripts/contract-diff/verdict.ts';
import type { Weight } from '../../scripts/contract-diff/weigh.ts';
import { document, type Node, root } from './document.ts';
import {
  and,
  type Fault as Change,
  plant,
  plus,
  request,
  run,
  schemas,
  to,
  without,
} from './faults/plant.ts';

const folder = mkdtempSync(join(tmpdir(), 'released-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = { type: 'string', maxLength: 9, description: 'A text.', examples: ['a'] };

describe('npm run contract:diff', () => {
  describe.each<{ weight: Weight; changes: [...Change, shown: string][] }>([
    {
      weight: 'breaking',
      changes: [
        [
          'a removed operation',
          'paths /v1/developer/model-runs',
          without('get'),
          'GET /v1/developer/model-runs',
        ],
        ['a removed property of a response', run, without('feeAmount'), '`feeAmount`'],
        [
          'a new required member of a request',
          `${schemas} CreateModelRun required`,
          and('tools'),
          '`tools`',
        ],
        ['a narrower bound of a request', `${request} maxOutputTokens maximum`, to(10), "'<= 10'"],
        [
          'a removed value of a request',
          `${schemas} ToolChoice oneOf 0 enum`,
          to(['auto', 'none']),
          'required',
        ],
        [
          'a removed value of a response',
          `${schemas} Payer properties account enum`,
          to(['wallet']),
          'account',
        ],
        ['a removed path', 'paths', without('/livez'), '/livez'],
      ],
    },
    {
      weight: 'compatible',
      changes: [
        ['a new optional member of a request', request, plus({ more: text }), 'more: added'],
        [
          'a new operation',
          'paths',
          plus({ '/alive': { get: { ...live(), operationId: 'getLife' } } }),
          '/alive: added',
        ],
      ],
    },
    {
      weight: 'wording',
      changes: [
        [
          'another description',
          `${schemas} Payer description`,
          to('Who pays.'),
          '1 in descriptions',
        ],
      ],
    },
  ])('lists as $weight', ({ weight, changes }) => {
    const planted = changes.map(([what, path, change]): Change => [what, path, change]);
    let result: Awaited<ReturnType<typeof diff>>;
    const present = plant(planted);
    // Compatible changes are only compared; the others must also be released.
    const options = weight === 'compatible' ? [] : ['--release'];
    beforeAll(async () => {
      result = await diff(weight, { present }, ...options);
    });

    test.each(changes)('%s', (_what, _path, _change, shown) => {
      expect(result.stdout).toMatch(new RegExp(`^${weight} .*${escaped(shown)}`, 'm'));
    });

    test('and says what to do', () => {
      const { code, stderr } = result;
      expect(code).toBe(weight === 'wording' ? 0 : 1);
      if (weight === 'breaking')
        expect(stderr).toMatch(/^Not released\. .*What cannot be added is v2/);
      if (weight === 'compatible') expect(stderr).toMatch(/^(?!Not released).*set info\.version/);
    });

    test(`and ${weight === 'wording' ? 'saves' : 'does not save'} it as released`, () => {
      const saved = weight === 'wording' ? present : document;
      expect(readFileSync(result.files.released, 'utf8')).toBe(JSON.stringify(saved));
    });
  });

  test.concurrent('says that nothing has changed', async () => {
    const { code, stdout } = await diff('same', { present: document });
    expect([code, stdout]).toEqual([0, expect.stringContaining('nothing has changed')]);
  });

  test.concurrent('names its option when it gets an unknown one', async () => {
    const { code, stderr } = await diff('option', { present: document }, '--publish');
    expect([code, stderr]).toEqual([1, expect.stringContaining('The one option is --release.')]);
  });
});

describe('a version', () => {
  const calm: Situation = {
    released: '1.4.0',
    present: '1.4.0',
    paths: ['/v1/developer/models', '/livez'],
    weights: ['wording'],
    changelog: '# Changes\n\n## 1.4.0\n\nText.\n\n## 1.3.0\n',
  };
  const headed = (version: string) => ({ present: version, changelog: `## ${version}\n` });

  test.each<[string, Partial<Situation>]>([
    ['may stay for words', {}],
    ['may grow for nothing', { weights: [], ...headed('1.4.1') }],
    [
      'is a minor one for what is compatible',
      { weights: ['compatible', 'wording'], ...headed('1.5.0') },
    ],
    [
      'is a major one for what breaks',
      { weights: ['breaking'], paths: ['/v2/developer/models', '/livez'], ...headed('2.0.0') },
    ],
  ])('%s', (_what, situation) => {
    expect(faultOf({ ...calm, ...situation })).toBeUndefined();
  });

  test.each<[string, Partial<Situation>, RegExp]>([
    ['stays for what is compatible', { weights: ['compatible'] }, /A change is .* to 1\.5\.0/],
    [
      'is a patch for what is compatible',
      { weights: ['compatible', 'compatible'], ...headed('1.4.1') },
      /2 changes are .* to 1\.5\.0/,
    ],
    [
      'is a minor one for what breaks',
      { weights: ['breaking'], ...headed('1.5.0') },
      /A change breaks callers of v1.*\/v2\//,
    ],
    [
      'is a major one on the paths of the last',
      { weights: ['breaking'], ...headed('2.0.0') },
      /\/v1\/developer\/models belongs to another/,
    ],
    ['goes back', headed('1.3.9'), /1\.4\.0 is released already/],
    ['is no version', headed('1.5'), /three numbers/],
    ['is not in the changelog', { present: '1.5.0' }, /has to begin with "## 1\.5\.0"/],
    [
      'is not the first in the changelog',
      { changelog: '## 1.3.0\n\n## 1.4.0\n' },
      /the newest version first/,
    ],
  ])('that %s is refused with what to do', (_what, situation, sentence) => {
    expect(faultOf({ ...calm, ...situation })).toMatch(sentence);
  });
});

function write(name: string, { present }: { present: Node }) {
  const target = join(folder, name.replaceAll(' ', '-'));
  mkdirSync(target);
  const files = {
    released: join(target, 'released.json'),
    present: join(target, 'present.json'),
    changelog: join(target, 'CHANGELOG.md'),
  };
  const info = document.info as { version: string };
  writeFileSync(files.released, JSON.stringify(document));
  writeFileSync(files.present, JSON.stringify(present));
  writeFileSync(files.changelog, `## ${info.version}\n`);
  return files;
}

async function diff(name: string, contracts: { present: Node }, ...options: string[]) {
  const files = write(name, contracts);
  const paths = Object.entries(files).flatMap(([option, file]) => [`--${option}`, file]);
  const args = ['scripts/contract-diff.ts', ...paths, ...options];
  return new Promise<{ code: unknown; stdout: string; stderr: string; files: typeof files }>(
    (resolve) => {
      execFile(process.execPath, args, { cwd: root }, (failure, stdout, stderr) => {
        resolve({ code: failure?.code ?? 0, stdout, stderr, files });
      });
    },
  );
}

function live(): Node {
  const paths = document.paths as { '/livez': { get: Node } };
  return paths['/livez'].get;
}

function escaped(shown: string): string {
  return shown.replaceAll(/[.*+?^${}()|[\]\\<]/g, '\\$&');
}
