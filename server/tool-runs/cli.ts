/** `tools`: what servers of tools offer, and which of their definitions the service may sell. */
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { formatTime, onOneLine, print, quoted } from '../cli/output.ts';
import { withParts } from '../cli/session.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { Problem } from '../platform/lib/problem.ts';
import {
  approveTool,
  checksOf,
  selectVersions,
  syncTools,
  TAKEN_WITHIN_MS,
  type ToolCatalog,
  type ToolVersions,
} from './catalog/index.ts';
import { listedTools, toolListingFailed, toolTable, toReason } from './cli-listed.ts';
import { addCommand, removeCommand } from './cli-servers.ts';

export function toolsCommand(): Command {
  return new Command('tools')
    .description('add servers of tools, list what runs can name, sync it, and approve changes')
    .addCommand(addCommand())
    .addCommand(removeCommand())
    .addCommand(listCommand())
    .addCommand(syncCommand())
    .addCommand(showCommand())
    .addCommand(approveCommand());
}

function listCommand() {
  return new Command('list')
    .description('list the tools of all servers, with their prices and whether they are sold')
    .option('--json', 'print JSON')
    .action((options) =>
      withParts(async ({ db, parts }) => {
        const { catalog, registry } = parts.tools;
        const servers = registry.all().map(({ name }) => name);
        const tools = await listedTools(db, catalog, servers);
        print(options, tools, () =>
          tools.length === 0
            ? 'There is no tool: npm run cli -- tools add --help shows how to add a server.'
            : toolTable(tools),
        );
      }),
    );
}

function syncCommand() {
  return new Command('sync')
    .description('ask servers for their tools and save what they say')
    .argument('[server]', 'only this one')
    .option('--json', 'print JSON')
    .addHelpText('after', SYNC_HELP)
    .action((only, options) =>
      withParts(async ({ db, parts: { tools } }) => {
        const providers = tools.registry.all().filter(({ name }) => (only ?? name) === name);
        if (only !== undefined && providers.length === 0) {
          throw new Problem('not_found', `There is no server ${only} in the tools file.`);
        }
        const synced: Synced[] = [];
        for (const provider of providers) {
          const { name: server } = provider;
          const saved = await syncTools({ db, catalog: tools.catalog }, provider).catch(
            (cause: unknown) => {
              throw toolListingFailed(server, cause);
            },
          );
          synced.push({ server, ...saved, takenFrom: takenFrom().toISOString() });
        }
        print(options, synced, () =>
          synced.length === 0
            ? 'There is no server of tools: npm run cli -- tools add --help shows how to add one.'
            : synced.map(toText).join('\n'),
        );
      }),
    );
}

const SYNC_HELP = `
Workers do the same every minute. A tool whose definition has changed is refused
until it is approved: look at it with npm run cli -- tools show <tool>.`;

function showCommand() {
  return new Command('show')
    .description('print what the server of a tool says of it now, and said when it was approved')
    .argument('<tool>', 'identifier of the tool, such as files/read_file')
    .option('--json', 'print JSON')
    .action((id, options) =>
      withParts(async ({ db }) => {
        const versions = await selectVersions(db, id);
        if (!versions) throw new Problem('not_found', `There is no tool ${id}.`);
        print(options, versions, () => versionsText(versions));
      }),
    );
}

function versionsText({ id, approved, seen }: ToolVersions): string {
  if (approved.version === seen.version) {
    return `${id} is as it was approved, version ${seen.version}:\n${shown(seen.definition)}`;
  }
  return [
    `${id} was approved as ${approved.version}:\n${shown(approved.definition)}`,
    `Its server has ${seen.version} now:\n${shown(seen.definition)}`,
    `To sell it as that: npm run cli -- tools approve ${quoted(id)} ${seen.version.slice(0, FEWEST_DIGITS)}`,
  ].join('\n\n');
}

/** Without characters that a terminal would interpret as a command or as a change of text direction. */
function shown(definition: object): string {
  return JSON.stringify(definition, null, 2).replaceAll(
    /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`,
  );
}

/** Long enough that nobody can construct another definition with this beginning while the operator approves. */
const FEWEST_DIGITS = 32;

function parseVersion(text: string): string {
  if (text.length >= FEWEST_DIGITS && /^[0-9a-f]+$/.test(text)) return text;
  throw new InvalidArgumentError('Write the version that npm run cli -- tools show prints.');
}

function approveCommand() {
  return new Command('approve')
    .description('let the definition of a tool be sold that its server has now')
    .argument('<tool>', 'identifier of the tool, such as files/read_file')
    .argument('<version>', 'the version that you have looked at, by tools show', parseVersion)
    .option('--json', 'print JSON')
    .action((id, looked, options) =>
      withParts(async ({ db, parts }) => {
        await checkUsable(db, id, looked);
        const tool = await db.transaction((tx) => approveTool(tx, id, looked));
        if (!tool) throw await notApproved(db, id);
        const from = takenFrom();
        const { approved_version: version, server } = tool;
        await checkSold(db, parts.tools.catalog, { id, version, server });
        print(options, { id, version, soldFrom: from.toISOString() }, () =>
          [
            `${id} is sold as ${version}.`,
            `Every running process does so from ${formatTime(from)} at the latest.`,
          ].join(' '),
        );
      }),
    );
}

/** Approving an unusable definition would only take the place of one that was usable. */
async function checkUsable(db: Queryable, id: string, looked: string): Promise<void> {
  const seen = (await selectVersions(db, id))?.seen;
  if (!seen?.version.startsWith(looked)) return;
  try {
    checksOf(seen.definition);
  } catch (error) {
    const detail = `${id} is not approved, because it could not be sold. ${(error as Error).message}`;
    throw new Problem('conflict', detail);
  }
}

async function checkSold(
  db: Queryable,
  catalog: ToolCatalog,
  { id, version, server }: { id: string; version: string; server: string },
): Promise<void> {
  await catalog.refresh();
  const listed = (await listedTools(db, catalog, [server])).find((tool) => tool.id === id);
  if (listed?.state === 'sold') return;
  const why = listed?.reason ?? 'It does not exist any more.';
  throw new Problem('conflict', `${id} is approved as ${version}, but it is not sold. ${why}`);
}

/** From then on, every running process sells by what is saved now: in whole seconds, never too early. */
function takenFrom(): Date {
  return new Date(Math.ceil((Date.now() + TAKEN_WITHIN_MS) / 1_000) * 1_000);
}

async function notApproved(db: Queryable, id: string): Promise<Problem> {
  const versions = await selectVersions(db, id);
  if (!versions) return new Problem('not_found', `There is no tool ${id}.`);
  const detail = `The server of ${id} has version ${versions.seen.version} now: look at it with npm run cli -- tools show ${quoted(id)}.`;
  return new Problem('conflict', detail);
}

function toText({ server, tools, takenFrom, ...saved }: Synced): string {
  const { added, changed, gone, leftOut } = saved;
  const by = `by every running process from ${formatTime(new Date(takenFrom))} at the latest`;
  const of = (what: string, ids: string[]) =>
    ids.length === 0 ? [] : [`  ${what}: ${ids.join(', ')}`];
  return [
    `${server}: ${tools} tools.`,
    ...of(`new, sold where they have a price (${by})`, added),
    ...of(`changed, refused until approved (${by})`, changed),
    ...of(`gone, refused until they are back (${by})`, gone),
    ...leftOut.map(({ tool, reason }) => onOneLine(`  left out: ${toReason(tool, reason)}`)),
  ].join('\n');
}

type Synced = Awaited<ReturnType<typeof syncTools>> & { server: string; takenFrom: string };
