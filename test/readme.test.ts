/** What the pages say of variables, models, commands and files is true. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { releaseManifest } from '../scripts/release/manifest.ts';
import { describeConfig } from '../server/platform/config/index.ts';
import { VARIABLES, type Variable } from '../server/platform/config/variables.ts';
import { sandboxModels } from '../server/sandbox/index.ts';

const ROOT = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const readme = read('README.md');
const configuration = read('server/deploy/CONFIGURATION.md');
interface Scripts {
  [name: string]: string;
}
const { scripts } = JSON.parse(read('package.json')) as { scripts: Scripts };
/** Operators also have a release and its commands. */
const operators = { ...scripts, ...(releaseManifest().scripts as Scripts) };

/** Pages that `npm run docs` makes. */
const BUILT = /^openapi\/generated\/.*\.html$/;

describe('the README', () => {
  it('lists every model of the sandbox', () => {
    const listed = [...readme.matchAll(/^\| `(sandbox\/[a-z-]+)` \|/gm)].map((match) => match[1]);
    expect(listed.sort()).toEqual(sandboxModels.map(({ id }) => id).sort());
  });

  it('answers its first run as the quickstart does', () => {
    const answer = /^```json\n(.*?)^```$/ms.exec(readme)?.[1] ?? '';
    expect(JSON.parse(answer)).toEqual(
      JSON.parse(read('openapi/docs/answers/quickstart-run.json')),
    );
  });
});

describe('the page of the configuration', () => {
  it('lists every variable with its default and what it does, as the service reads them', () => {
    const rows = describeConfig({}).map(({ name, value, about }) => {
      return `| \`${name}\` | ${value === null ? '' : `\`${value}\``} | ${about} |`;
    });
    const table = configuration.split('\n').filter((line) => /^\| `[A-Z0-9_]+` \|/.test(line));
    expect(table).toEqual(rows);
  });

  it('names every variable that can be in a file', () => {
    const sentence = /Each of ([^:]+?) has a variable of the same name with `_FILE`/.exec(
      configuration,
    )?.[1];
    const named = Array.from((sentence ?? '').matchAll(/`([A-Z_]+)`/g), ([, name]) => name);
    const secrets = Object.entries(VARIABLES as Record<string, Variable>)
      .filter(([, { secret }]) => secret)
      .map(([name]) => name);
    expect(named.sort()).toEqual(secrets.sort());
  });
});

it('the runbooks say of each chore what is not done meanwhile', () => {
  const files = globSync('server/compose/*.ts', { cwd: ROOT });
  const chores = files.flatMap((file) =>
    Array.from(read(file).matchAll(/\bname: '([a-z-]+)',\s+everyMs/g), ([, name]) => name!),
  );
  const table = [...read('server/deploy/RUNBOOKS.md').matchAll(/^\| `(.+)` \|.*\|.*\|$/gm)];
  const named = table.flatMap(([, names]) => names!.split('`, `'));
  expect(named.sort()).toEqual(chores.sort());
});

it('the address and the key have the names that the clients read, in every text, sample and program', () => {
  const files = [
    '*.md',
    '{client,openapi,scripts,server,test}/**/*.{md,ts,tsx,py,sh,go,yaml}',
  ].flatMap((pattern) =>
    globSync(pattern, { cwd: ROOT, exclude: ['**/{node_modules,generated,dist}', '**/.*'] }),
  );
  expect(files.length).toBeGreaterThan(1000);
  const other =
    /(?<![A-Z_])(BASE_URL|API_KEY|KEY(?==mrk)|MODEL_RUN_(URL|API_KEY|API_URL))(?![\w|])/;
  expect(files.filter((file) => other.test(read(file)))).toEqual([]);
});

const ours = ['README.md', 'CONTRIBUTING.md', 'test/README.md'];
const theirs = globSync('server/deploy/*.md', { cwd: ROOT });

describe.each([
  ...ours.map((file) => ({ file, commands: scripts })),
  ...theirs.map((file) => ({ file, commands: operators })),
])('$file', ({ file, commands }) => {
  it('names no command and no path that is not there', () => {
    const text = read(file);
    const scripts = [...text.matchAll(/npm run ([a-z0-9:]+)/g)].map((match) => match[1]!);
    expect(scripts.filter((name) => !(name in commands))).toEqual([]);
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1]!);
    const paths = [...text.matchAll(/`((?:openapi|server|client|scripts|test)\/[\w./-]+)`/g)];
    const named = [
      ...links.map((link) => join(dirname(file), link)),
      ...paths.map((match) => match[1]!),
    ];
    const there = named.filter((path) => !BUILT.test(path));
    expect(there.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
