/** `tools add` and `tools remove`: add servers of tools to the tools file, and remove them. */
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { parseCount } from '../cli/duration.ts';
import { print } from '../cli/output.ts';
import type { Session } from '../cli/session.ts';
import { withParts } from '../cli/session.ts';
import type { Parts } from '../compose/parts.ts';
import { toolsFileOf } from '../compose/tools.ts';
import { readConfig } from '../platform/config/index.ts';
import { StartError } from '../platform/lib/errors.ts';
import { makeFolders } from '../platform/lib/files.ts';
import { type Decimal, parseDecimal } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import {
  approveTool,
  createToolCatalog,
  type FileServer,
  hasServer,
  parseToolsFile,
  saveDefinitions,
  withoutServer,
  withServer,
  writeToolsFile,
} from './catalog/index.ts';
import { listedTools, toolListingFailed, toolTable, toReason } from './cli-listed.ts';
import type { ToolListing } from './providers/tool-provider.ts';

export function addCommand() {
  return new Command('add')
    .description('ask a server for its tools, and sell them; running processes take it up')
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
    .option('--trust-annotations', 'believe the server which calls may be repeated')
    .option('--env <NAME=value>', 'variable of the program; repeatable', collect(parseValue))
    .option('--header <name=value>', 'header for the URL; repeatable', collect(parseValue))
    .option('--network', 'let the program reach the network from its sandbox')
    .option('--readable <folder>', 'folder that it may read there; repeatable', collect(resolve))
    .option('--writable <folder>', 'folder that it may write there; repeatable', collect(resolve))
    .option('--replace', 'take the place of the server that has the name')
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

export function removeCommand() {
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
  const { changed } = await db.transaction((tx) => saveDefinitions(tx, name, listing));
  // An operator who adds a server sells what it offers now, whatever it offered when it was configured before.
  if (isNew) for (const id of changed) await db.transaction((tx) => approveTool(tx, id));
  await writeToolsFile(options.path, text);
  const onFault = (message: string) => process.stderr.write(`${message}\n`);
  const catalog = await createToolCatalog({ db, servers: () => [server], onFault });
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

function parsePrice(text: string): Decimal {
  const price = parseDecimal(text);
  if (price !== undefined) return price;
  throw new InvalidArgumentError('Write US dollars, such as 0.001.');
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
