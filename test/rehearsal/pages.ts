/**
 * The pages of a release as somebody follows them: their sections, the commands that they say, and the addresses that
 * they name, which the service has to serve. What runs is read from the text, so that a wrong page fails the check.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import developer from '../../openapi/generated/developer.json' with { type: 'json' };
import { execute } from '../languages/execute.ts';
import { buyRun, firstKey } from '../release/unpacked.ts';
import { ROOT } from '../support/sources.ts';
import type { Installed } from './deployment.ts';
import { NotRun, type Report } from './report.ts';

export interface Section {
  title: string;
  /** Marked with ✓: check:recovery plays it. */
  isPlayedElsewhere: boolean;
  /** In the order of the text: lines of fences, and commands in the middle of a sentence. */
  commands: string[];
  /** The beginnings of numbered steps that have no command. */
  advice: string[];
}

/** The languages of fences with something else to execute than a shell's commands. */
const SHELL = 'sh';
const FENCE = /^ *```(\w*)\n([\s\S]*?)^ *```$/gm;
/** A command in a sentence begins as one that a shell can execute from the folder of the release. */
const INLINE = /`((?:npm run cli --|curl|systemctl|docker|kubectl|server\/model-run-api) [^`]+)`/g;
const STEP = /^\d+\. ([\s\S]*?)(?=^\d+\. |^\S|\n(?=\S)(?!\d+\. )|$(?![\s\S]))/gm;

export function sectionsOf(text: string): Section[] {
  // What stands before the first section belongs to the page, under its own title.
  const parts = text.replace(/^# /, '').split(/^##+ /m);
  return parts.map((part) => {
    const [title = ''] = part.split('\n', 1);
    const body = part.slice(title.length);
    const steps = Array.from(body.matchAll(STEP), ([, step = '']) => step);
    const advice = steps.filter((step) => commandsOf(step).length === 0);
    return {
      title: title.replace(/ ✓$/, ''),
      isPlayedElsewhere: title.endsWith(' ✓'),
      commands: commandsOf(body),
      advice: advice.map((step) => step.split(/(?<=[.:])\s/, 1)[0]!.replaceAll(/\s+/g, ' ')),
    };
  });
}

/** The lines of a shell in the fences, and of other languages as one command with its language in front. */
function commandsOf(body: string): string[] {
  const found: { at: number; command: string }[] = [];
  for (const { index, 1: language, 2: code = '' } of body.matchAll(FENCE)) {
    const said = language === SHELL ? linesOf(code) : [`${language || 'promql'}: ${code.trim()}`];
    found.push(...said.map((command) => ({ at: index, command })));
  }
  const prose = body.replaceAll(FENCE, (fence) => ' '.repeat(fence.length));
  for (const { index, 1: command = '' } of prose.matchAll(INLINE)) {
    found.push({ at: index, command: command.replaceAll(/\s+/g, ' ') });
  }
  return found.toSorted((a, b) => a.at - b.at).map(({ command }) => command);
}

function linesOf(code: string): string[] {
  const here = /<<'(\w+)'/.exec(code)?.[1];
  const whole = here ? [code] : code.replaceAll(/\\\n\s*/g, ' ').split('\n');
  return whole
    .map((line) => (here ? line : line.replace(/(?:^|\s)#.*$/, '')).trim())
    .filter((line) => line !== '');
}

/** The first fence of a shell below this title. */
export function scriptBelow(text: string, title: string): string {
  const section = text.slice(text.indexOf(`## ${title}\n`));
  const code = Array.from(section.matchAll(FENCE)).find(([, language]) => language === SHELL)?.[2];
  if (!section.startsWith('##') || !code) throw new Error(`no commands below ${title}`);
  return code;
}

/** Where an address of the service can begin in a text, and the service that it names, if any. */
const ADDRESS =
  /(?<=^|[\s`"'(]|http:\/\/localhost:8080|<address>)\/(?:docs|dashboard|client|v1|openapi\.json|llms\.txt|livez|readyz|metrics|problems)(?:\/[\w{}.<>-]+)*(?=[\s`"'),.:;?#]|$)/gm;
/** Addresses of the mock, and files of the repository. */
const ELSEWHERE = /http:\/\/127\.0\.0\.1:4010\S*/g;

/** Each address of the service that the pages name, with the pages that name it. */
function addressesOf(root: string): Map<string, string[]> {
  const pages = globSync(
    ['README.md', 'client/README.md', 'server/deploy/*.md', 'openapi/docs/**/*.{md,sh,ts,py}'],
    { cwd: root },
  );
  const named = new Map<string, string[]>();
  for (const page of pages.toSorted()) {
    const text = readFileSync(join(root, page), 'utf8').replaceAll(ELSEWHERE, '');
    for (const [found] of text.matchAll(ADDRESS)) {
      const path = found.replace(/[.:]$/, '');
      const on = named.get(path) ?? [];
      if (!on.includes(page)) named.set(path, [...on, page]);
    }
  }
  return named;
}

/** Addresses that are only a prefix in the text, and what an address needs that no machine has by itself. */
const ABSENT: Record<string, string> = {
  '/v1': 'the beginning of addresses, not one',
  '/v1/developer': 'the beginning of addresses, not one',
  '/v1/dashboard': 'the beginning of addresses, not one',
  '/v1/developer/billing': 'the beginning of addresses, not one',
  '/v1/operator': 'the beginning of addresses, not one',
  '/client': 'the beginning of addresses, not one',
  '/v1/dashboard/session/oidc/callback': 'needs an identity provider',
};

export async function judgeAddresses(
  { folder, started, probes }: Installed,
  report: Report,
): Promise<void> {
  const key = await firstKey(join(folder, '.data'));
  const run = (await buyRun(started.url, key)) as unknown as { id: string };
  for (const [path, pages] of addressesOf(ROOT)) {
    await report.prove('addresses', path, async () => {
      const absent = ABSENT[path];
      if (absent) throw new NotRun(absent);
      const filled = withExamples(path.replaceAll(/\{id\}|run_\w+/g, run.id), path);
      if (/[{<]/.test(filled))
        throw new NotRun(`no value for its placeholder, in ${pages.join(', ')}`);
      const headers = { Authorization: `Bearer ${key}` };
      const { status } = await fetch((path === '/metrics' ? probes : started.url) + filled, {
        headers,
        redirect: 'manual',
      });
      if (status === 404 || status >= 500)
        throw new Error(`${status}, named in ${pages.join(', ')}`);
      return `${status}, named in ${pages[0]}`;
    });
  }
  await report.prove('addresses', 'the client installs by npm from the service', async () => {
    const command = /npm install (http:\/\/localhost:8080\/\S+?\.tgz)/.exec(
      readFileSync(join(ROOT, 'README.md'), 'utf8'),
    )?.[1];
    if (!command) throw new Error('the README has no npm install of the client');
    const address = command.replace('http://localhost:8080', started.url);
    const home = (await execute('mktemp', ['-d'])).trim();
    await execute('npm', ['install', '--no-audit', '--no-fund', '--prefix', home, address]);
    return address.replace(started.url, '');
  });
}

/** Fills what is left with the examples that the contract has for the parameters of this path. */
function withExamples(filled: string, path: string): string {
  const paths = developer.paths as Record<string, { get?: { parameters?: Parameter[] } }>;
  const parameters = paths[path]?.get?.parameters ?? [];
  return parameters.reduce(
    (all, { name, example }) => all.replace(`{${name}}`, String(example)),
    filled,
  );
}

interface Parameter {
  name?: string;
  example?: unknown;
}
