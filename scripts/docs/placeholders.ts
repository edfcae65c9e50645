/** The values of `{{name}}` in a guide: everything that the code or the contract knows better. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../../client/version.ts';
import { describeConfig } from '../../server/platform/config/index.ts';
import { BUILT_FOR, KEYS_PAGE } from '../../server/platform/http/docs.ts';
import { MAX_WAIT_SECONDS } from '../../server/platform/http/request-headers.ts';
import { sandboxModels } from '../../server/sandbox/models.ts';
import { sandboxTools } from '../../server/sandbox/tools/definitions.ts';
import { root } from '../fingerprint.ts';
import { readChapters } from './chapters.ts';
import { CHOICES, fenced } from './code.ts';
import { type ContractDocument, exampleOf, type Operation, operationsOf } from './contract.ts';
import { stateDiagram } from './diagram.ts';
import { moneyExample } from './money.ts';
import { problemSections, problemTable } from './problems.ts';
import { sampleOf } from './samples.ts';
import { stateTable } from './states.ts';

export type Placeholders = Record<string, ((...args: string[]) => string) | undefined>;

export function createPlaceholders(document: ContractDocument): Placeholders {
  const money = moneyExample();
  return {
    version: () => document.info.version,
    'client-version': () => VERSION,
    'max-wait': () => String(MAX_WAIT_SECONDS),
    config: (name = '') => defaultOf(name),
    money: (name = '') => {
      const value = money[name];
      if (value === undefined) throw new Error(`the money example has no ${name}`);
      return value;
    },
    'problem-table': () => problemTable(document),
    'problem-sections': () => problemSections(document, 'problems.md'),
    'state-table': stateTable,
    'state-diagram': stateDiagram,
    'permission-table': () => permissionTable(document),
    'run-error-table': (schema = '') => runErrorTable(document, schema),
    'sandbox-table': sandboxTable,
    'sandbox-tools-table': sandboxToolsTable,
    changelog,
    tag: (...words: string[]) => `<code>${BRACES}${words.join(' ').replace('>', '&gt;')}}}</code>`,
    example: (name = '') => fenced(JSON.stringify(exampleOf(document, name), null, 2), 'json'),
    sample: (operationId = '', language = '') =>
      fenced(sampleOf(document, operationId, language), language),
    json: (file = '') => fenced(readDocs(file), 'json'),
    code: (file = '', language = '') => fenced(readDocs(file), language),
    samples: (operationId = '') =>
      CHOICES.map((language) => fenced(sampleOf(document, operationId, language), language)).join(
        '\n',
      ),
    programs: (name = '') =>
      CHOICES.map((language) => fenced(readDocs(`code/${name}.${language}`), language)).join('\n'),
    'base-url': () => BUILT_FOR,
    'keys-url': () => `[${KEYS_PAGE}](${KEYS_PAGE})`,
  };
}

/** Two braces as HTML entities, so that they are no placeholder. */
const BRACES = '&#123;&#123;';

export function defaultOf(variable: string): string {
  const row = describeConfig({}).find(({ name }) => name === variable);
  if (row?.value == null) throw new Error(`${variable} is no variable with a default`);
  return /^\d+$/.test(row.value) ? Number(row.value).toLocaleString('en-US') : row.value;
}

function permissionTable(document: ContractDocument): string {
  const rows = operationsOf(document).map(({ method, path, operation }) => {
    const scopes = operation.security.flatMap((requirement) => Object.values(requirement).flat());
    const needs = scopes.map((scope) => `\`${scope}\``).join(', ') || 'no key';
    return `| ${linkTo(operation)} | \`${method} ${path}\` | ${needs} |`;
  });
  return ['| Operation | Request | Permission |', '| - | - | - |', ...rows].join('\n');
}

export function linkTo(operation: Operation): string {
  return `[${operation.summary}](#/${anchorOf(operation)})`;
}

/** Returns the address of an operation in the page. */
export function anchorOf({ tags, operationId }: Operation): string {
  return `${slugOfTag(tags[0])}/${operationId.toLowerCase()}`;
}

/** The name of a tag in addresses. */
export function slugOfTag(tag = ''): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}

/** All kinds of runs share one file, which has a chapter for each code of any. */
function runErrorTable({ components }: ContractDocument, schema: string): string {
  const codes = components.schemas[schema]?.['x-extensible-enum'];
  if (!codes) throw new Error(`${schema || 'nothing'} is not a list of errors of runs`);
  const chapters = readChapters(
    'run-errors.md',
    components.schemas.RunErrorCode['x-extensible-enum'],
  );
  const rows = codes.map((code) => `| \`${code}\` | ${inOneLine(chapters[code])} |`);
  return ['| Code | What it means, and what to do |', '| - | - |', ...rows].join('\n');
}

function sandboxTable(): string {
  const ids = sandboxModels.map(({ id }) => id);
  return chapterTable('Model', 'sandbox.md', ids);
}

function sandboxToolsTable(): string {
  const ids = sandboxTools.map(({ name }) => `sandbox/${name}`);
  return chapterTable('Tool', 'sandbox-tools.md', ids);
}

function chapterTable(what: string, file: string, ids: string[]): string {
  const chapters = readChapters(file, ids);
  const rows = ids.map((id) => `| \`${id}\` | ${inOneLine(chapters[id])} |`);
  return [`| ${what} | What happens |`, '| - | - |', ...rows].join('\n');
}

function inOneLine(text = ''): string {
  return text.replaceAll('\n', ' ');
}

/** Returns the changelog without its introduction. It has no headings, which would become sections of the menu. */
function changelog(): string {
  return versions()
    .map(({ version, date, text }) => `**${version}**, ${date}\n\n${text}\n`)
    .join('\n');
}

interface Version {
  version: string;
  /** Such as `2026-11-28`. */
  date: string;
  text: string;
}

/** What changed in each version of the contract, the newest first. */
export function versions(): Version[] {
  const text = readFileSync(join(root, 'openapi', 'CHANGELOG.md'), 'utf8');
  const [, ...sections] = text.split(/^## /m);
  return sections.map((section) => {
    const [, version, date, changes] = SECTION.exec(section) ?? [];
    if (!version || !date || !changes)
      throw new Error(`openapi/CHANGELOG.md has no date after "## ${section.split('\n')[0]}"`);
    return { version, date, text: changes.trim() };
  });
}

const SECTION = /^(\d+\.\d+\.\d+)\n\n(\d{4}-\d\d-\d\d)\n\n([\s\S]+)$/;

function readDocs(file: string): string {
  return readFileSync(join(root, 'openapi', 'docs', file), 'utf8');
}
