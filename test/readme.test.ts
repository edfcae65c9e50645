import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeConfig } from '../server/config.ts';
import { VARIABLES, type Variable } from '../server/config-variables/index.ts';
import { sandboxModels } from '../server/sandbox/index.ts';

const ROOT = resolve(import.meta.dirname, '..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Pages that `npm run docs` makes. */
const BUILT = /^openapi\/generated\/.*\.html$/;

describe('the README', () => {
  it('lists every variable with its default and what it does, as the service reads them', () => {
    const rows = describeConfig({}).map(({ name, value, about }) => {
      return `| \`${name}\` | ${value === null ? '' : `\`${value}\``} | ${about} |`;
    });
    const table = readme.split('\n').filter((line) => /^\| `[A-Z0-9_]+` \|/.test(line));
    expect(table).toEqual(rows);
  });

  it('names every variable that can be in a file', () => {
    const sentence = /^Each of ([^:]+) which the same name with `_FILE`/m.exec(readme)?.[1] ?? '';
    const named = Array.from(sentence.matchAll(/`([A-Z_]+)`/g), ([, name]) => name);
    const secrets = Object.entries(VARIABLES as Record<string, Variable>)
      .filter(([, { secret }]) => secret)
      .map(([name]) => name);
    expect(named.sort()).toEqual(secrets.sort());
  });

  it('lists every model of the sandbox', () => {
    const listed = [...readme.matchAll(/^\| `(sandbox\/[a-z-]+)` \|/gm)].map((match) => match[1]);
    expect(listed.sort()).toEqual(sandboxModels.map(({ id }) => id).sort());
  });
});

describe.each(['README.md', 'CONTRIBUTING.md'])('%s', (file) => {
  it('names no command and no path that is not there', () => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const commands = [...text.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1]!);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1]!);
    const paths = [...text.matchAll(/`((?:openapi|server|client|scripts|test)\/[\w./-]+)`/g)];
    const named = [...links, ...paths.map((match) => match[1]!)];
    const there = named.filter((path) => !BUILT.test(path));
    expect(there.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
