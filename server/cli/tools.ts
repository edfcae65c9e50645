/** `tools`: what servers of tools offer, and which of their definitions the service may sell. */
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import type { Queryable } from '../db/pool.ts';
import { Problem } from '../kernel/problem.ts';
import { approveTool, selectVersions, syncTools, type ToolVersions } from '../tools/index.ts';
import { listedTools, toolListingFailed, toolTable, toReason } from './listed-tools.ts';
import { onOneLine, print, quoted } from './output.ts';
import { withParts } from './session.ts';
import { addCommand, removeCommand } from './tool-servers.ts';

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
          synced.push({ server, ...saved });
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
      withParts(async ({ db }) => {
        const tool = await db.transaction((tx) => approveTool(tx, id, looked));
        if (!tool) throw await notApproved(db, id);
        const { approved_version: version } = tool;
        print(options, { id, version }, () => `${id} is sold as ${version}.`);
      }),
    );
}

async function notApproved(db: Queryable, id: string): Promise<Problem> {
  const versions = await selectVersions(db, id);
  if (!versions) return new Problem('not_found', `There is no tool ${id}.`);
  const detail = `The server of ${id} has version ${versions.seen.version} now: look at it with npm run cli -- tools show ${quoted(id)}.`;
  return new Problem('conflict', detail);
}

function toText({ server, tools, added, changed, gone, leftOut }: Synced): string {
  const of = (what: string, ids: string[]) =>
    ids.length === 0 ? [] : [`  ${what}: ${ids.join(', ')}`];
  return [
    `${server}: ${tools} tools.`,
    ...of('new', added),
    ...of('changed, refused until approved', changed),
    ...of('gone', gone),
    ...leftOut.map(({ tool, reason }) => onOneLine(`  left out: ${toReason(tool, reason)}`)),
  ].join('\n');
}

type Synced = Awaited<ReturnType<typeof syncTools>> & { server: string };
