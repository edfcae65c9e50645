/** `tools`: what servers of tools offer, and which of their definitions may be sold. */
import { Command } from '@commander-js/extra-typings';
import type { Parts } from '../compose/parts.ts';
import { Problem } from '../kernel/problem.ts';
import { StartError } from '../kernel/start-error.ts';
import { approveTool, selectTools, syncTools, type ToolRow } from '../tools/index.ts';
import { formatTime, print, table } from './output.ts';
import { type Session, withParts } from './session.ts';

export function toolsCommand(): Command {
  return new Command('tools')
    .description('list the tools that runs can name, sync those of servers, and approve changes')
    .addCommand(listCommand())
    .addCommand(syncCommand())
    .addCommand(approveCommand());
}

function listCommand() {
  return new Command('list')
    .description('list the tools of all servers, with their prices and whether they are sold')
    .option('--json', 'print JSON')
    .action((options) =>
      withParts(async (session) => {
        const tools = await toolsOf(session);
        print(options, tools, () =>
          tools.length === 0
            ? 'There is no tool: set TOOLS_FILE, and run npm run cli -- tools sync'
            : table(tools.map(toRow)),
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
          throw new Problem('not_found', `There is no server ${only} in TOOLS_FILE.`);
        }
        const synced: Synced[] = [];
        for (const provider of providers) {
          const { name: server } = provider;
          const saved = await syncTools({ db, catalog: tools.catalog }, provider).catch(
            (cause: unknown) => {
              throw new StartError(`${server} could not be asked: ${reasonOf(cause)}`, { cause });
            },
          );
          synced.push({ server, ...saved });
        }
        print(options, synced, () =>
          synced.length === 0
            ? 'There is no server of tools: set TOOLS_FILE.'
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

interface ListedTool {
  id: string;
  server: string;
  state: 'sold' | 'changed' | 'gone' | 'not sold';
  version: string;
  seenVersion: string;
  seenAt: string;
  perCall: string | undefined;
}

async function toolsOf({ db, parts }: Session & { parts: Parts }): Promise<ListedTool[]> {
  const { catalog, registry } = parts.tools;
  const rows = await selectTools(
    db,
    registry.all().map(({ name }) => name),
  );
  return rows.map((row) => ({
    ...{ id: row.id, server: row.server, state: stateOf(row, catalog.get(row.id) !== undefined) },
    ...{ version: row.approved_version, seenVersion: row.seen_version },
    ...{ seenAt: row.seen_at.toISOString(), perCall: catalog.get(row.id)?.pricing.perCall },
  }));
}

function stateOf(row: ToolRow, isSold: boolean): ListedTool['state'] {
  if (row.gone_at) return 'gone';
  if (row.seen_version !== row.approved_version) return 'changed';
  return isSold ? 'sold' : 'not sold';
}

function toRow({ id, state, version, seenAt, perCall }: ListedTool) {
  return {
    tool: id,
    state,
    'usd per call': perCall ?? '-',
    version: version.slice(0, SHOWN_DIGITS),
    seen: formatTime(new Date(seenAt)),
  };
}

const SHOWN_DIGITS = 12;

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

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
