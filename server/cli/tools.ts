/** `tools`: what servers of tools offer, and which of their definitions may be sold. */
import { Command } from '@commander-js/extra-typings';
import { Problem } from '../kernel/problem.ts';
import { approveTool, syncTools } from '../tools/index.ts';
import { listedTools, notAsked, toolTable } from './listed-tools.ts';
import { print } from './output.ts';
import { withParts } from './session.ts';
import { addCommand, removeCommand } from './tool-servers.ts';

export function toolsCommand(): Command {
  return new Command('tools')
    .description('add servers of tools, list what runs can name, sync it, and approve changes')
    .addCommand(addCommand())
    .addCommand(removeCommand())
    .addCommand(listCommand())
    .addCommand(syncCommand())
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
              throw notAsked(server, cause);
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
until it is approved: look at it with npm run cli -- tools list --json.`;

function approveCommand() {
  return new Command('approve')
    .description('let the definition of a tool be sold that its server has now')
    .argument('<tool>', 'identifier of the tool, such as files/read_file')
    .option('--json', 'print JSON')
    .action((id, options) =>
      withParts(async ({ db }) => {
        const tool = await db.transaction((tx) => approveTool(tx, id));
        if (!tool) throw new Problem('not_found', `There is no tool ${id}.`);
        const { approved_version: version } = tool;
        print(options, { id, version }, () => `${id} is sold as ${version}.`);
      }),
    );
}

function toText({ server, tools, added, changed, gone }: Synced): string {
  const of = (what: string, ids: string[]) =>
    ids.length === 0 ? [] : [`  ${what}: ${ids.join(', ')}`];
  return [
    `${server}: ${tools} tools.`,
    ...of('new', added),
    ...of('changed, refused until approved', changed),
    ...of('gone', gone),
  ].join('\n');
}

type Synced = Awaited<ReturnType<typeof syncTools>> & { server: string };
