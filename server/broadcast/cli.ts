/** `destinations`: where the service broadcasts the spans of a workspace's runs, and whether that works. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Command, Option } from '@commander-js/extra-typings';
import { facts, formatTime, print, table } from '../cli/output.ts';
import { withParts } from '../cli/session.ts';
import { KINDS } from '../kinds.ts';
import { StartError } from '../platform/lib/errors.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { findWorkspace } from '../workspaces/index.ts';
import {
  COMPRESSIONS,
  DESTINATION_PREFIX,
  type Destination,
  type DestinationChanges,
  ENCODINGS,
} from './index.ts';

export function destinationsCommand(): Command {
  return new Command('destinations')
    .description('keep the OTLP destinations that spans of runs are broadcast to')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(changeCommand())
    .addCommand(switchCommand('disable', 'send nothing more to a destination', true))
    .addCommand(switchCommand('enable', 'send to a destination again', false))
    .addCommand(testCommand())
    .addCommand(removeCommand());
}

const idArgument = `id of the destination, ${DESTINATION_PREFIX}_...`;
const HEADERS_ABOUT = 'file with headers to send, one a line as "Name: value"; - reads them here';

const encodingOption = () =>
  new Option('--encoding <encoding>', 'how bodies are written').choices(ENCODINGS);
const compressionOption = () =>
  new Option('--compression <compression>', 'whether bodies are compressed').choices(COMPRESSIONS);
const kindsOption = () =>
  new Option('--kinds <kinds...>', 'whose spans to send').choices(KINDS.map(({ kind }) => kind));
const contentOption = () =>
  new Option('--content <switch>', 'whether spans say what was asked and answered').choices([
    'on',
    'off',
  ] as const);

function createCommand() {
  return new Command('create')
    .description('send the spans of runs that end from now on to an OTLP endpoint for traces')
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<name>', 'what people call it')
    .argument('<url>', 'whole address of the endpoint, mostly with /v1/traces at its end')
    .option('--headers-file <file>', HEADERS_ABOUT)
    .addOption(encodingOption())
    .addOption(compressionOption())
    .addOption(kindsOption())
    .addOption(contentOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  npm run cli -- destinations create acme "Our tracing" https://otel.example.com/v1/traces --headers-file headers.txt',
    )
    .action((workspaceName, name, url, { json, ...options }) =>
      withParts(async ({ db, parts }) => {
        const { id: workspace } = await findWorkspace(db, workspaceName);
        const input = { name, url, ...(await inputOf(options)) };
        const made = await parts.destinations.create({ workspace }, input);
        print({ json }, toJson(made), () => facts(toFacts(made)));
      }),
    );
}

function listCommand() {
  return new Command('list')
    .description('list the destinations of a workspace')
    .argument('<workspace>', 'name or id of the workspace')
    .option('--json', 'print JSON')
    .action((name, options) =>
      withParts(async ({ db, parts }) => {
        const workspace = await findWorkspace(db, name);
        const all = await parts.destinations.list(workspace.id);
        print(options, { destinations: all.map(toJson) }, () =>
          all.length === 0 ? 'It has no destination.' : table(all.map(toFacts)),
        );
      }),
    );
}

/** A command about one destination of a workspace. */
function ofDestination(name: string, about: string) {
  return new Command(name)
    .description(about)
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<destination>', idArgument);
}

function changeCommand() {
  return ofDestination('change', 'change a destination; what is not named stays as it is')
    .option('--name <name>', 'what people call it')
    .option('--url <url>', 'whole address of the endpoint')
    .option('--headers-file <file>', `${HEADERS_ABOUT}; takes the place of all headers`)
    .addOption(encodingOption())
    .addOption(compressionOption())
    .addOption(kindsOption())
    .addOption(contentOption())
    .option('--json', 'print JSON')
    .action((workspaceName, id, { json, name, url, ...options }) =>
      withParts(async ({ db, parts }) => {
        const { id: workspace } = await findWorkspace(db, workspaceName);
        const changes = {
          ...(name !== undefined && { name }),
          ...(url !== undefined && { url }),
          ...(await inputOf(options)),
        };
        const changed = await parts.destinations.change({ workspace }, id, changes);
        print({ json }, toJson(changed), () => facts(toFacts(changed)));
      }),
    );
}

function switchCommand(verb: string, description: string, isDisabled: boolean) {
  return ofDestination(verb, description)
    .option('--json', 'print JSON')
    .action((name, id, options) =>
      withParts(async ({ db, parts }) => {
        const { id: workspace } = await findWorkspace(db, name);
        const changed = await parts.destinations.change({ workspace }, id, { isDisabled });
        print(options, toJson(changed), () => facts(toFacts(changed)));
      }),
    );
}

function testCommand() {
  return ofDestination('test', 'send a test span, and print what the destination answered')
    .option('--json', 'print JSON')
    .action((name, id, options) =>
      withParts(async ({ db, parts }) => {
        const { id: workspace } = await findWorkspace(db, name);
        const result = await parts.destinations.test(workspace, id);
        print(options, result, () => {
          const { isTaken, status, detail = '', durationMs, traceId } = result;
          return facts({
            ...{ taken: isTaken ? 'yes' : 'no', status: String(status ?? 'none'), detail },
            ...{ took: `${durationMs} ms`, trace: traceId },
          });
        });
        if (!result.isTaken) process.exitCode = 1;
      }),
    );
}

function removeCommand() {
  return ofDestination('remove', 'remove a destination, with what waits for it')
    .option('--json', 'print JSON')
    .action((name, id, options) =>
      withParts(async ({ db, parts }) => {
        const { id: workspace } = await findWorkspace(db, name);
        await parts.destinations.remove({ workspace }, id);
        print(options, { id }, () => `${id} is removed.`);
      }),
    );
}

interface Options extends Pick<DestinationChanges, 'encoding' | 'compression' | 'kinds'> {
  content?: 'on' | 'off';
  headersFile?: string;
}

async function inputOf({ content, headersFile, ...others }: Options) {
  return {
    ...others,
    ...(content !== undefined && { includeContent: content === 'on' }),
    ...(headersFile !== undefined && { headers: await readHeaders(headersFile) }),
  };
}

/** Secrets are not arguments, because every user of the machine can see arguments. */
async function readHeaders(file: string) {
  const given = file === '-' ? text(process.stdin) : readFile(file, 'utf8');
  const all = await given.catch(() => {
    throw new StartError(`The file ${file} could not be read.`);
  });
  const lines = all.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line, i) => {
    const at = line.indexOf(':');
    if (at <= 0) throw new StartError(`Line ${i + 1} of the headers is not "Name: value".`);
    return { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
  });
}

function toFacts(destination: Destination): Record<string, string> {
  const { name, url, kinds, includeContent, headerNames, lastError, failingSince } = destination;
  const { disabledReason, delivered, rejected, givenUp, waiting } = destination;
  return {
    destination: uuidToId(DESTINATION_PREFIX, destination.id),
    ...{ name, url, kinds: kinds.join(', '), content: includeContent ? 'on' : 'off' },
    headers: headerNames.join(', '),
    state: disabledReason
      ? `disabled (${disabledReason})`
      : failingSince
        ? `failing since ${formatTime(failingSince)}`
        : 'well',
    'last error': lastError ?? '',
    spans: `${delivered} delivered, ${waiting} waiting, ${rejected} rejected, ${givenUp} given up`,
  };
}

function toJson({ id, ...destination }: Destination) {
  return { id: uuidToId(DESTINATION_PREFIX, id), ...destination };
}
