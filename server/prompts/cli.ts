/** `prompts`: manages the prompts of a workspace for its operator, who may also move protected labels. */

import { readFile } from 'node:fs/promises';
import { Command, Option } from '@commander-js/extra-typings';
import { z } from 'zod';
import { parseCount } from '../cli/arguments.ts';
import { facts, formatTime, print, table } from '../cli/output.ts';
import { withParts } from '../cli/session.ts';
import { StartError } from '../platform/lib/errors.ts';
import { newUuid, uuidToId } from '../platform/lib/ids.ts';
import { parseExact, withTrueNames, writeJson } from '../platform/lib/json.ts';
import { Problem } from '../platform/lib/problem.ts';
import { findWorkspace } from '../workspaces/index.ts';
import {
  type Caller,
  type Exported,
  FORMATS,
  type Format,
  HIGHEST_VERSION,
  type Imported,
  LABEL,
  LATEST,
  type Prompt,
  type Prompts,
  readExport,
  readNewVersion,
  type Version,
  type VersionSummary,
} from './index.ts';

const MOST_LISTED = 1_000;
const MOST_VERSIONS = 20;

export function promptsCommand(): Command {
  return new Command('prompts')
    .description('list, show, save, label, protect, render and import the prompts of a workspace')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(saveCommand())
    .addCommand(labelCommand())
    .addCommand(protectCommand())
    .addCommand(renderCommand())
    .addCommand(importCommand());
}

function listCommand() {
  return new Command('list')
    .description('list the prompts of a workspace, with their labels')
    .argument('<workspace>', 'name or id of the workspace')
    .option('--json', 'print JSON')
    .action((name, options) =>
      withPrompts(name, async (prompts, { workspace }) => {
        const found = await prompts.list({ workspace, after: '', limit: MOST_LISTED });
        print(options, { prompts: found.map(withKeyId) }, () =>
          found.length === 0 ? 'It has no prompt.' : table(found.map(toRow)),
        );
      }),
    );
}

function showCommand() {
  return new Command('show')
    .description('show a version of a prompt, and which versions there are')
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<prompt>', 'name of the prompt')
    .option('--version <n>', 'this version', parseCount)
    .option('--label <label>', 'the version that this label is on; default latest', LATEST)
    .option('--json', 'print JSON')
    .action((name, prompt, { version, label, json }) =>
      withPrompts(name, async (prompts, { workspace }) => {
        const which = version === undefined ? { label } : { version };
        const found = await prompts.get(workspace, prompt, which).catch(notHere(prompt));
        const versions = await prompts.versions({
          ...{ workspace, name: prompt, before: HIGHEST_VERSION },
          limit: MOST_VERSIONS,
        });
        print({ json }, { ...toJson(found), versions: versions.map(withKeyId) }, () =>
          [facts(toFacts(found)), textOf(found), table(versions.map(toVersionRow))].join('\n\n'),
        );
      }),
    );
}

function saveCommand() {
  return new Command('save')
    .description('save a file as the next version of a prompt')
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<prompt>', 'name of the prompt')
    .argument('<file>', 'a text, or JSON with text or messages, config and variables')
    .option('--label <labels...>', 'move these labels to the version')
    .option('--comment <text>', 'why this version was made')
    .option('--parent <n>', 'refuse unless this is the latest version; 0 for none', Number)
    .option('--request-key <key>', 'save once under this key, however often it is repeated')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  npm run cli -- prompts save acme invoice-summary prompt.txt --label production',
    )
    .action((name, prompt, file, options) =>
      withPrompts(name, async (prompts, caller) => {
        const { label, comment, parent, requestKey = `cli-${newUuid()}` } = options;
        const input = readNewVersion({
          ...(await readContent(file)),
          name: prompt,
          ...(label && { labels: label }),
          ...(comment !== undefined && { comment }),
          ...(parent !== undefined && { parentVersion: parent }),
        });
        const { version, replayed } = await prompts.save(caller, requestKey, input);
        print(options, { ...toJson(version), replayed }, () => {
          const labels = version.labels.length === 0 ? '' : `, as ${version.labels.join(', ')}`;
          const again = replayed ? ' It was there before.' : '';
          return `${prompt} has version ${version.version} now${labels}.${again}`;
        });
      }),
    );
}

function labelCommand() {
  return new Command('label')
    .description('move a label to a version of a prompt')
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<prompt>', 'name of the prompt')
    .argument('<label>', 'such as production')
    .argument('<version>', 'number of the version', parseCount)
    .option('--json', 'print JSON')
    .action((name, prompt, label, version, options) =>
      withPrompts(name, async (prompts, caller) => {
        const move = { name: prompt, label: checkLabel(label), version };
        const moved = await prompts.moveLabel(caller, move).catch(notHere(prompt));
        print(options, toJson(moved), () => `${label} is on version ${version} of ${prompt} now.`);
      }),
    );
}

function protectCommand() {
  return new Command('protect')
    .description('let nobody move a label with an API key, in any prompt of the workspace')
    .argument('<workspace>', 'name or id of the workspace')
    .argument('[label]', 'such as production; left out, those that are protected are listed')
    .option('--off', 'let keys and members move it again')
    .option('--json', 'print JSON')
    .action((name, label, { off, json }) =>
      withPrompts(name, async (prompts, caller) => {
        if (label !== undefined) {
          checkLabel(label);
          await (off ? prompts.unprotectLabel(caller, label) : prompts.protectLabel(caller, label));
        }
        const labels = await prompts.protectedLabels(caller.workspace);
        print({ json }, { labels }, () =>
          labels.length === 0 ? 'No label is protected.' : `Protected: ${labels.join(', ')}`,
        );
      }),
    );
}

function renderCommand() {
  return new Command('render')
    .description('show the messages that a version makes of values')
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<prompt>', 'name of the prompt')
    .option('--version <n>', 'this version', parseCount)
    .option('--label <label>', 'the version that this label is on; default production')
    .option('--set <values...>', 'values of variables, as name=text')
    .option('--json', 'print JSON')
    .action((name, prompt, { version, label, set = [], json }) =>
      withPrompts(name, async (prompts, { workspace }) => {
        const which = version === undefined ? { label } : { version };
        const { version: saved, messages } = await prompts
          .render(workspace, prompt, which, Object.fromEntries(set.map(toValue)))
          .catch(notHere(prompt));
        const attribution = { promptId: prompt, promptVersion: String(saved.version) };
        const config = withTrueNames(saved.config);
        print({ json }, { messages, attribution, config }, () =>
          messages.map(({ role, content }) => `[${role}]\n${content}`).join('\n\n'),
        );
      }),
    );
}

const IMPORT_HELP = `
Each version is saved once, however often the file is imported. Versions are
renumbered, in the order of the file's own numbers. Labels come along, except latest.

A label or a configuration that is refused is left out and named, and the exit code is
1. A version whose text is refused, such as by a reference to a prompt that is not there,
is not saved: without that part, models would get another text.

Of Langfuse, tags and placeholders for messages are not carried. OpenAI exports nothing:
give a prompt as JSON in the form of a request to its Responses API, with id and version.
Its values of variables, and parts that are no text, are not carried.

Example:
  npm run cli -- prompts import acme prompts.json --from langfuse`;

function importCommand() {
  return new Command('import')
    .description('save the versions of an export of Langfuse, or prompt objects of OpenAI')
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<file>', 'JSON with one version, or a list of them')
    .addOption(
      new Option('--from <system>', 'where the file comes from')
        .choices(FORMATS)
        .makeOptionMandatory(),
    )
    .option('--no-labels', 'leave the labels where they are')
    .option('--json', 'print JSON')
    .addHelpText('after', IMPORT_HELP)
    .action((name, file, { from, labels, json }) =>
      withPrompts(name, async (prompts, caller) => {
        const read = await readVersions(from, file);
        const wanted = labels ? read : read.map((one) => ({ ...one, labels: [] }));
        const imported = await prompts.import(caller, from, wanted);
        if (imported.some(({ fault, leftOut }) => fault ?? leftOut)) process.exitCode = 1;
        print({ json }, { imported }, () =>
          imported.length === 0 ? 'The file has no version.' : table(imported.map(toImportedRow)),
        );
      }),
    );
}

async function readVersions(format: Format, file: string): Promise<Exported[]> {
  const value = readJson(file, await readText(file));
  try {
    return readExport(format, value);
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    const [issue] = cause.issues;
    const path = issue?.path.join('.') || 'it';
    throw new StartError(
      `The file ${file} is not an export of ${format}: ${path} ${issue?.message}.`,
      {
        cause,
      },
    );
  }
}

/** The caller for what an operator does on behalf of a workspace. */
function withPrompts<T>(
  workspace: string,
  work: (prompts: Prompts, caller: Caller) => Promise<T>,
): Promise<T> {
  return withParts(async ({ db, parts: { prompts } }) => {
    const { id } = await findWorkspace(db, workspace);
    return work(prompts, { workspace: id, movesProtected: true });
  });
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(`The file ${path} cannot be read (${cause.code}).`, { cause });
  });
}

/** Keeps every digit, as the API accepts it. */
function readJson(path: string, text: string): unknown {
  try {
    return parseExact(text).value;
  } catch (cause) {
    throw new StartError(`The file ${path} is no JSON.`, { cause });
  }
}

function checkLabel(label: string): string {
  if (LABEL.test(label) && label !== LATEST) return label;
  const why = label === LATEST ? 'is always on the newest version' : 'is not a label';
  throw new Problem('invalid_request', `${label} ${why}.`);
}

/** One line for whatever part of it is missing. */
function notHere(prompt: string) {
  return (error: unknown): never => {
    if (!(error instanceof Problem && error.code === 'not_found')) throw error;
    throw new Problem('not_found', `There is no such prompt ${prompt}, version or label.`);
  };
}

function toValue(text: string): [string, string] {
  const sign = text.indexOf('=');
  if (sign < 1) throw new Problem('invalid_request', `${text} is not name=text.`);
  return [text.slice(0, sign), text.slice(sign + 1)];
}

async function readContent(path: string): Promise<object> {
  const text = await readText(path);
  if (!path.endsWith('.json')) return { text };
  const value = readJson(path, text);
  return typeof value === 'object' && value !== null ? value : { text: value };
}

function toRow({ name, latestVersion, labels, updatedAt }: Prompt) {
  return {
    prompt: name,
    latest: String(latestVersion),
    labels: labels.map(({ label, version }) => `${label}=${version}`).join(' ') || '-',
    changed: formatTime(updatedAt),
  };
}

function toVersionRow({ version, labels, comment, createdAt }: VersionSummary) {
  return {
    version: String(version),
    labels: labels.join(' ') || '-',
    saved: formatTime(createdAt),
    comment: comment ?? '',
  };
}

function toFacts(version: Version) {
  return {
    prompt: version.name,
    version: String(version.version),
    labels: version.labels.join(', ') || '-',
    variables: version.variableNames.join(', ') || '-',
    references: version.references.map((one) => `${one.name}@${one.version}`).join(', ') || '-',
    config: version.config && writeJson(version.config),
    comment: version.comment ?? undefined,
    saved: formatTime(version.createdAt),
  };
}

function textOf({ content: { text, messages } }: Version): string {
  return text ?? (messages ?? []).map((one) => `[${one.role}]\n${one.content}`).join('\n\n');
}

function withKeyId<Saved extends { apiKey: string | null }>({ apiKey, ...saved }: Saved) {
  return { ...saved, keyId: apiKey && uuidToId('key', apiKey) };
}

function toJson({ compiled: _, content, config, variables, ...version }: Version) {
  return {
    ...{ ...withKeyId(version), ...content },
    ...{ config: withTrueNames(config), variables: withTrueNames(variables) },
  };
}

function toImportedRow({ name, from, version, replayed, fault, leftOut }: Imported) {
  const without = leftOut ? `, without ${leftOut.join('; ')}` : '';
  return {
    prompt: name,
    'version there': String(from),
    'version here': version === undefined ? '-' : String(version),
    result: fault ?? `${replayed ? 'was there' : 'saved'}${without}`,
  };
}
