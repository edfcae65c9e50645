/**
 * The pages of a release as somebody follows them: their sections, the commands that they say, and the addresses that
 * they name. What runs is read from the text, so that a page that is wrong fails the check.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Section {
  title: string;
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
export function addressesOf(root: string): Map<string, string[]> {
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
