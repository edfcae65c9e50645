/**
 * `tools`: adds servers of tools to the tools file and removes them, shows what servers offer and whether the service
 * sells it, and approves definitions that have changed. It writes nothing before a new server has listed its tools.
 */
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { parseCount, parsePrice } from '../cli/arguments.ts';
import { formatTime, onOneLine, print, quoted, table } from '../cli/output.ts';
import { type Session, withParts } from '../cli/session.ts';
import type { Parts } from '../compose/parts.ts';
import { toolsFileOf } from '../compose/tools.ts';
import { readConfig } from '../platform/config/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { StartError } from '../platform/lib/errors.ts';
import { makeFolders } from '../platform/lib/files.ts';
import type { Decimal } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import {
  checksOf,
  createToolCatalog,
  saveDefinitions,
  syncTools,
  TAKEN_WITHIN_MS,
  type ToolCatalog,
} from './catalog.ts';
import {
  approveTool,
  savedDefinitions,
  selectLeftOut,
  selectTools,
  selectVersions,
  type ToolRow,
  type ToolVersions,
} from './definition-store.ts';
import type { ToolListing } from './providers/tool-provider.ts';
import {
  type FileServer,
  hasServer,
  parseToolsFile,
  withoutServer,
  withServer,
  writeToolsFile,
} from './tools-file.ts';

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
    .description(
      'print the definition of a tool that its server has now, and the one that was approved',
    )
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
    .description('sell the definition of a tool that its server has now')
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

function addCommand() {
  return new Command('add')
    .description('ask a server for its tools, and sell them, also in running processes')
    .argument('<name>', 'name of the server here: the first part of the ids of its tools')
    .argument('[command...]', 'after --: the program that speaks MCP, and its arguments')
    .option('--url <url>', 'address of an MCP server, instead of a command')
    .option('--price-per-call <usd>', 'price of a call of each tool, in US dollars', parsePrice)
    .option('--price-per-second <usd>', 'additional price of each second of it', parsePrice)
    .option(
      '--price <tool=usd>',
      'price of a call of this tool; repeatable',
      collect(parseToolPrice),
    )
    .option('--timeout <seconds>', 'longest time that a call may take', parseCount, 60)
    .option('--max-in-flight <calls>', 'calls of one process that may be under way', parseCount)
    .option('--trust-annotations', 'trust what the server says about which calls may be repeated')
    .option('--env <NAME=value>', 'variable of the program; repeatable', collect(parseValue))
    .option('--header <name=value>', 'header for the URL; repeatable', collect(parseValue))
    .option('--network', 'let the program reach the network from its sandbox')
    .option('--readable <folder>', 'folder that it may read there; repeatable', collect(resolve))
    .option('--writable <folder>', 'folder that it may write there; repeatable', collect(resolve))
    .option('--replace', 'replace the server with this name')
    .option('--json', 'print JSON')
    .addHelpText('after', ADD_HELP)
    .action((name, command, options) =>
      withParts(async (session) => {
        const { path } = toolsFileOf(session.config);
        if (!options.replace && (await hasServer(path, name))) {
          throw new Problem('conflict', `${path} has a server ${name} already: see --replace.`);
        }
        const added = await addServer(session, name, { ...options, command });
        print(options, { server: name, file: path, tools: added }, () =>
          [
            toolTable(added),
            '',
            `${name} is saved in ${path}. Processes that run with this file take it up within seconds.`,
          ].join('\n'),
        );
      }),
    );
}

const ADD_HELP = `
For example:
  npm run cli -- tools add everything --price-per-call 0.001 --network \\
    -- npx -y @modelcontextprotocol/server-everything
  npm run cli -- tools add search --url https://tools.example.com/mcp \\
    --header authorization=file:/run/secrets/search --price search=0.002

Without --price-per-call only the tools are sold that --price names. The program is
started without a shell, in a sandbox where the machine has bubblewrap, with a
folder of its own as HOME. A value is text, env:NAME for a variable of the service,
which it reads when it starts, or file:/path, which may change while it runs.`;

function removeCommand() {
  return new Command('remove')
    .description('sell the tools of a server no more; running processes let go of it')
    .argument('<name>', 'name of the server')
    .option('--json', 'print JSON')
    .addHelpText('after', REMOVE_HELP)
    .action(async (name, options) => {
      const { path } = toolsFileOf(readConfig());
      const text = await withoutServer(path, name);
      if (text === undefined) throw new Problem('not_found', `${path} has no server ${name}.`);
      await writeToolsFile(path, text);
      print(options, { server: name, file: path }, () => `${name} is taken out of ${path}.`);
    });
}

const REMOVE_HELP = `
Calls that are under way end as they would have. Runs that were not sent yet wait
for the server to come back, and fail at their deadline; nothing is charged for them.`;

interface Given {
  command: string[];
  url?: string | undefined;
  pricePerCall?: Decimal | undefined;
  pricePerSecond?: Decimal | undefined;
  price?: [tool: string, perCall: Decimal][] | undefined;
  timeout: number;
  maxInFlight?: number | undefined;
  trustAnnotations?: true | undefined;
  env?: [name: string, value: Value][] | undefined;
  header?: [name: string, value: Value][] | undefined;
  network?: true | undefined;
  readable?: string[] | undefined;
  writable?: string[] | undefined;
}

/** As the tools file names it. */
type Value = string | { env: string } | { file: string };

/** Writes nothing before the server has listed its tools. */
async function addServer(session: Session & { parts: Parts }, name: string, given: Given) {
  const { db, config, parts } = session;
  const options = toolsFileOf(config);
  const isNew = !(await hasServer(options.path, name));
  const home = join(resolve(config.database.dataDir), 'tools', name);
  const text = await withServer(options.path, name, serverOf(given, home));
  const { servers } = await parseToolsFile(text, options);
  const server = servers.find((each) => each.name === name)!;
  if (given.command.length > 0) await makeFolders(home);
  const listing = await listingOf(server, parts);
  checkPriced(name, listing, given);
  // An operator who adds a server sells what it offers now, whatever it offered when it was configured before.
  await db.transaction((tx) => saveDefinitions(tx, name, listing, isNew));
  await writeToolsFile(options.path, text);
  const onFault = (message: string) => process.stderr.write(`${message}\n`);
  const catalog = await createToolCatalog({
    ...{ saved: savedDefinitions(db), servers: () => [server], onFault },
  });
  catalog.close();
  return listedTools(db, catalog, [name]);
}

/** Each tool that has a price of its own has to be there. */
function checkPriced(server: string, { tools, leftOut }: ToolListing, { price = [] }: Given): void {
  for (const [tool] of price) {
    if (tools.some(({ name }) => name === tool)) continue;
    const reason = leftOut.find((each) => each.tool === tool)?.reason;
    if (reason !== undefined) {
      throw new Problem('conflict', `${server} lists ${tool}, but it cannot be sold. ${reason}`);
    }
    const names = tools.map(({ name }) => name).join(', ');
    throw new Problem('not_found', `${server} has no tool ${tool}. It has ${names}.`);
  }
}

async function listingOf(server: FileServer, { tools }: Parts): Promise<ToolListing> {
  const provider = await tools.openFor(server);
  try {
    const listing = await provider.listTools(AbortSignal.timeout(LIST_WITHIN_MS));
    if (listing.tools.length > 0) return listing;
    const reasons = listing.leftOut.map(({ tool, reason }) => toReason(tool, reason));
    throw new StartError([`${server.name} has no tools that can be sold.`, ...reasons].join(' '));
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const fault = toolListingFailed(server.name, cause);
    throw 'transport' in server && server.transport.kind === 'stdio'
      ? new StartError(`${fault.message} ${SANDBOX_HINT}`, { cause })
      : fault;
  } finally {
    await provider.close();
  }
}

/** What to write to the tools file about it. */
function serverOf(given: Given, home: string): object {
  const { command, url, pricePerCall, pricePerSecond, price = [], timeout } = given;
  if ((url === undefined) === (command.length === 0)) {
    throw new StartError('Give a command behind --, or an address with --url.');
  }
  if (pricePerCall === undefined && price.length === 0) {
    throw new StartError('Give a price: --price-per-call, or --price for single tools.');
  }
  const termsOf = (perCall: Decimal) => ({
    pricing: { perCall, ...(pricePerSecond !== undefined && { perSecond: pricePerSecond }) },
    maxTimeoutSeconds: timeout,
  });
  const tools = Object.fromEntries(price.map(([tool, perCall]) => [tool, termsOf(perCall)]));
  return {
    ...(url === undefined ? programOf(given, home) : addressOf(given, url)),
    ...(given.maxInFlight !== undefined && { maxInFlight: given.maxInFlight }),
    ...(given.trustAnnotations && { trustAnnotations: true }),
    ...(price.length > 0 && { tools }),
    ...(pricePerCall !== undefined && { everyTool: termsOf(pricePerCall) }),
  };
}

function programOf(given: Given, home: string): object {
  const { command: commandLine, env = [], header, network, readable, writable = [] } = given;
  if (header) throw new StartError('--header is for an address: a program takes --env.');
  const [command, ...args] = commandLine;
  return {
    ...{ kind: 'mcp-stdio', command, args, cwd: home },
    env: { HOME: home, ...Object.fromEntries(env) },
    sandbox: {
      ...(readable && { readable }),
      writable: [home, ...writable],
      ...(network && { network }),
    },
  };
}

function addressOf({ env, header = [], network, readable, writable }: Given, url: string): object {
  if (env || network || readable || writable) {
    const which = '--env, --network, --readable and --writable';
    throw new StartError(`${which} are for a program: an address takes --header.`);
  }
  return { kind: 'mcp-http', url, headers: Object.fromEntries(header) };
}

function parseToolPrice(text: string): [tool: string, perCall: Decimal] {
  const [tool, price] = parted(text, 'Write a tool and its price, such as search=0.002.');
  return [tool, parsePrice(price)];
}

function parseValue(text: string): [name: string, value: Value] {
  const [name, value] = parted(text, 'Write NAME=value, NAME=env:OTHER or NAME=file:/path.');
  const [, source, rest = ''] = /^(env|file):(.+)$/s.exec(value) ?? [];
  if (source === 'env') return [name, { env: rest }];
  return [name, source === 'file' ? { file: resolve(rest) } : value];
}

function parted(text: string, otherwise: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError(otherwise);
  return [text.slice(0, at), text.slice(at + 1)];
}

function collect<T>(parse: (text: string) => T) {
  return (text: string, before: T[] | undefined): T[] => [...(before ?? []), parse(text)];
}

const SANDBOX_HINT =
  'Where the machine has bubblewrap, the program reaches the network with --network only, and your folders with --readable and --writable.';
const LIST_WITHIN_MS = 150_000;

export interface ListedTool {
  id: string;
  server: string;
  state: 'sold' | 'changed' | 'gone' | 'unusable' | 'not sold' | 'left out';
  /** Why a tool is not sold. */
  reason?: string;
  version?: string;
  seenVersion?: string;
  seenAt?: string;
  perCall?: string | undefined;
  perSecond?: string | undefined;
}

async function listedTools(
  db: Queryable,
  catalog: Pick<ToolCatalog, 'get' | 'unusable'>,
  servers: readonly string[],
): Promise<ListedTool[]> {
  const rows = await selectTools(db, servers);
  const leftOut = await leftOutOf(db, servers);
  const isLeftOut = new Set(leftOut.map(({ id }) => id));
  const tools = rows.map((row): ListedTool => {
    const sold = catalog.get(row.id);
    return {
      ...{ id: row.id, server: row.server },
      ...stateOf(row, sold !== undefined, catalog.unusable(row.id)),
      ...{ version: row.approved_version, seenVersion: row.seen_version },
      seenAt: row.seen_at.toISOString(),
      ...{ perCall: sold?.pricing.perCall, perSecond: sold?.pricing.perSecond },
    };
  });
  // One that is left out now may have been listed before.
  return [...tools.filter(({ id }) => !isLeftOut.has(id)), ...leftOut];
}

async function leftOutOf(db: Queryable, servers: readonly string[]): Promise<ListedTool[]> {
  const found = await selectLeftOut(db, servers);
  return found.flatMap(({ server, left_out }) =>
    left_out.map(({ tool, reason }): ListedTool => {
      const id = tool === undefined ? server : `${server}/${tool}`;
      return { id, server, state: 'left out', reason };
    }),
  );
}

function toolTable(tools: readonly ListedTool[]): string {
  return table(tools.map(toRow));
}

/** What is left out, with its reason; without a tool, the reason is about the whole list. */
function toReason(tool: string | undefined, reason: string): string {
  return tool === undefined ? reason : `${tool}: ${reason}`;
}

function toolListingFailed(server: string, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartError(`${server} could not be asked for its tools: ${reason}`, { cause });
}

function stateOf(
  row: ToolRow,
  isSold: boolean,
  unusable: string | undefined,
): Pick<ListedTool, 'state' | 'reason'> {
  if (row.gone_at) return { state: 'gone', reason: 'Its server does not list it now.' };
  if (row.seen_version !== row.approved_version) {
    return { state: 'changed', reason: 'Its definition has changed since it was approved.' };
  }
  if (unusable !== undefined) return { state: 'unusable', reason: unusable };
  return isSold
    ? { state: 'sold' }
    : { state: 'not sold', reason: 'The tools file has no price for it.' };
}

function toRow({ id, state, reason, version, seenAt, perCall, perSecond }: ListedTool) {
  return {
    tool: id,
    state,
    'usd per call': perCall ?? '-',
    'usd per second': perSecond ?? '-',
    version: version?.slice(0, SHOWN_DIGITS) ?? '-',
    seen: seenAt === undefined ? '-' : formatTime(new Date(seenAt)),
    reason: reason ?? '',
  };
}

const SHOWN_DIGITS = 12;
