/**
 * The tools file: servers of tools, and the operator's price of each of their tools. The process reads all of it or
 * nothing, and names every fault at once with its path. It reads the file again whenever it or a file that it names has
 * changed, and keeps the previous content if that fails. Commands add or remove one server, and leave the rest unchanged.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { operatorFile, type ReadText, readText } from '../platform/lib/files.ts';
import { type Decimal, parseDecimal } from '../platform/lib/money.ts';
import type { ToolTerms } from './catalog.ts';
import type { ToolDefinition } from './providers/tool-provider.ts';

interface ToolsFile {
  servers: FileServer[];
}

export type FileServer = McpFileServer | HttpFileServer;

interface FileServerBase {
  name: string;
  maxInFlight?: number;
  /** Undefined for a tool that is not sold. */
  termsOf(definition: ToolDefinition): ToolTerms | undefined;
}

interface McpFileServer extends FileServerBase {
  transport:
    | {
        kind: 'stdio';
        command: string;
        args: string[];
        env: Record<string, string>;
        cwd?: string;
        sandbox?: z.output<typeof sandbox>;
      }
    | { kind: 'http'; url: URL; headers: Record<string, string> };
}

interface HttpFileServer extends FileServerBase {
  tools: { definition: ToolDefinition; url: URL; isIdempotent: boolean }[];
  signingSecrets: string[];
  headers: Record<string, string>;
}

export interface ToolsFileOptions {
  path: string;
  /** If the file may be missing, a missing one has no servers. */
  mayBeMissing: boolean;
  /** The value of an environment variable. */
  secret: (name: string) => string | undefined;
  /** Names that the deployment reserves. */
  builtIn: readonly string[];
  /** Reads the file and those that it names; rejects like `readFile`. */
  read?: ReadText;
}

const SERVER_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
/** The maximum time that the service waits for a call. */
const LONGEST_TIMEOUT_S = 3_600;

const price = z.unknown().transform((value, context): Decimal => {
  const decimal = parseDecimal(value);
  if (decimal !== undefined) return decimal;
  context.addIssue({ code: 'custom', message: 'must be a decimal of US dollars, such as "0.001"' });
  return z.NEVER;
});

const positive = z
  .int({ error: 'must be a positive integer' })
  .positive({ error: 'must be a positive integer' });

/** A secret is in the environment or in a file, never here. */
const value = z.union([
  z.string(),
  z.strictObject({ env: z.string().min(1) }),
  z.strictObject({ file: z.string().min(1) }),
]);

const terms = z.strictObject({
  pricing: z.strictObject({
    perCall: price,
    perSecond: price.exactOptional(),
    perUnit: z
      .strictObject({
        name: z.string().min(1).max(64),
        price,
        max: positive,
        at: z.string().regex(/^(\/[^/]+)+$/, { error: 'must be a JSON pointer, such as /pages' }),
      })
      .exactOptional(),
  }),
  maxTimeoutSeconds: positive.max(LONGEST_TIMEOUT_S).default(60),
  idempotent: z.boolean().default(false),
  errorsAreAnswers: z.boolean().default(false),
});

const sandbox = z.strictObject({
  isolation: z.enum(['auto', 'off']).exactOptional(),
  readable: z.array(z.string().min(1)).exactOptional(),
  writable: z.array(z.string().min(1)).exactOptional(),
  network: z.boolean().exactOptional(),
});

const shared = {
  maxInFlight: positive.exactOptional(),
  /** Trusts the server's `idempotentHint` and `readOnlyHint`. */
  trustAnnotations: z.boolean().default(false),
  /** For tools that `tools` does not name. */
  everyTool: terms.exactOptional(),
};

const stdio = z.strictObject({
  kind: z.literal('mcp-stdio'),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), value).default({}),
  cwd: z.string().min(1).exactOptional(),
  sandbox: sandbox.exactOptional(),
  tools: z.record(z.string(), terms).default({}),
  ...shared,
});

const url = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

/** By the header names that HTTP allows. */
const headers = z.record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), value).default({});

const mcpHttp = z.strictObject({
  kind: z.literal('mcp-http'),
  url,
  headers,
  tools: z.record(z.string(), terms).default({}),
  ...shared,
});

const schema = z.record(z.string(), z.json());

const http = z.strictObject({
  kind: z.literal('http'),
  headers,
  signingSecrets: z.array(value).min(1).max(2),
  maxInFlight: positive.exactOptional(),
  tools: z.record(
    z.string().regex(/^[\x21-\x7e]{1,128}$/),
    terms.extend({
      url,
      title: z.string().exactOptional(),
      description: z.string().min(1),
      inputSchema: schema,
      outputSchema: schema.exactOptional(),
    }),
  ),
});

const FILE = z.strictObject({
  servers: z.record(z.string(), z.discriminatedUnion('kind', [stdio, mcpHttp, http])),
});

type Server = z.output<typeof FILE>['servers'][string];
type Terms = z.output<typeof terms>;
type Value = z.output<typeof value>;

async function readToolsFile(options: ToolsFileOptions): Promise<ToolsFile> {
  const { path, mayBeMissing, read } = options;
  const text = await toolsFile(path, read).read(mayBeMissing ? NO_SERVERS : undefined);
  return parseToolsFile(text, options);
}

function toolsFile(path: string, read?: ReadText) {
  return operatorFile('tools', path, read);
}

const NO_SERVERS = '{"servers":{}}';

/** The same for a text that is to become the file. */
export async function parseToolsFile(text: string, options: ToolsFileOptions): Promise<ToolsFile> {
  const { builtIn } = options;
  const file = toolsFile(options.path);
  const parsed = FILE.safeParse(file.parse(text));
  const faults: string[] = parsed.success
    ? Object.keys(parsed.data.servers).flatMap((name) => faultsOfName(name, builtIn))
    : parsed.error.issues.map(
        (issue) => `${z.core.toDotPath(issue.path) || 'the file'} ${issue.message}`,
      );
  if (!parsed.success || faults.length > 0) throw file.notValid(faults);
  const values = createValues(options, faults);
  const servers: FileServer[] = [];
  for (const [name, server] of Object.entries(parsed.data.servers)) {
    servers.push(await toServer(name, server, values));
  }
  if (faults.length > 0) throw file.notValid(faults);
  return { servers };
}

function faultsOfName(name: string, builtIn: readonly string[]): string[] {
  if (!SERVER_NAME.test(name)) {
    return [`servers.${name} must be named with up to 40 of a-z, 0-9 and -`];
  }
  return builtIn.includes(name) ? [`servers.${name} is the name of a built-in server`] : [];
}

type Values = (at: string, value: Value, form?: Form) => Promise<string>;

/** The pattern that a value must match for a call to be sent with it. */
interface Form {
  pattern: RegExp;
  name: string;
}

const SIGNING_SECRET: Form = {
  pattern: /^(whsec_)?(?=.)([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  name: 'whsec_ and base64',
};
const HEADER: Form = { pattern: /^[\t\x20-\x7e\x80-\xff]*$/, name: 'the value of a header' };

/** Reads secrets from elsewhere; an unreadable one is a fault, and is never quoted. */
function createValues({ secret, read = readText }: ToolsFileOptions, faults: string[]): Values {
  async function find(at: string, given: Value): Promise<string | undefined> {
    if (typeof given === 'string') return given;
    if ('env' in given) {
      const found = secret(given.env);
      if (found === undefined) faults.push(`${at}.env names ${given.env}, which is not set`);
      return found;
    }
    const text = await read(given.file).catch((error: NodeJS.ErrnoException) => {
      faults.push(`${at}.file names ${given.file}, which cannot be read (${error.code})`);
    });
    return text?.trim();
  }

  return async (at, given, form) => {
    const found = await find(at, given);
    if (found === undefined) return '';
    if (form && !form.pattern.test(found)) faults.push(`${at} must be ${form.name}`);
    return found;
  };
}

async function toServer(name: string, server: Server, values: Values): Promise<FileServer> {
  const at = `servers.${name}`;
  const limit = server.maxInFlight === undefined ? {} : { maxInFlight: server.maxInFlight };
  if (server.kind === 'http') {
    const { tools } = server;
    return {
      ...{ name, ...limit, headers: await headersOf(at, server, values) },
      signingSecrets: await Promise.all(
        server.signingSecrets.map((each, i) =>
          values(`${at}.signingSecrets[${i}]`, each, SIGNING_SECRET),
        ),
      ),
      termsOf: (definition) => termsOf(tools[definition.name]),
      tools: Object.entries(tools).map(([tool, given]) => ({
        definition: {
          ...{ name: tool, description: given.description, inputSchema: given.inputSchema },
          ...(given.title !== undefined && { title: given.title }),
          ...(given.outputSchema && { outputSchema: given.outputSchema }),
        } as ToolDefinition,
        url: new URL(given.url),
        isIdempotent: given.idempotent,
      })),
    };
  }
  const { tools, everyTool, trustAnnotations } = server;
  const known = {
    ...{ name, ...limit },
    termsOf: (definition: ToolDefinition) =>
      termsOf(
        Object.hasOwn(tools, definition.name) ? tools[definition.name] : everyTool,
        trustAnnotations ? definition : undefined,
      ),
  };
  if (server.kind === 'mcp-http') {
    const headers = await headersOf(at, server, values);
    return { ...known, transport: { kind: 'http', url: new URL(server.url), headers } };
  }
  const { kind: _, command, args, cwd, sandbox: rules } = server;
  const env = await allOf(`${at}.env`, server.env, values);
  return {
    ...known,
    transport: {
      ...{ kind: 'stdio', command, args, env },
      ...(cwd !== undefined && { cwd }),
      ...(rules && { sandbox: rules }),
    },
  };
}

function headersOf(
  at: string,
  { headers }: { headers: Record<string, Value> },
  values: Values,
): Promise<Record<string, string>> {
  return allOf(`${at}.headers`, headers, (where, each) => values(where, each, HEADER));
}

async function allOf(at: string, given: Record<string, Value>, values: Values) {
  const read = Object.entries(given).map(async ([name, each]) => [
    name,
    await values(`${at}.${name}`, each),
  ]);
  return Object.fromEntries(await Promise.all(read)) as Record<string, string>;
}

/** `trusted` is the definition whose annotations count. */
function termsOf(given: Terms | undefined, trusted?: ToolDefinition): ToolTerms | undefined {
  if (!given) return undefined;
  const { readOnlyHint, idempotentHint } = trusted?.annotations ?? {};
  const { pricing, maxTimeoutSeconds, idempotent, errorsAreAnswers } = given;
  const isIdempotent = idempotent || readOnlyHint === true || idempotentHint === true;
  return { pricing, maxTimeoutSeconds, isIdempotent, errorsAreAnswers };
}

/** The text of the file with this server, which replaces the one with the same name. */
export async function withServer(path: string, name: string, server: object): Promise<string> {
  const file = await readObject(path);
  return toText({ ...file, servers: { ...file.servers, [name]: server } });
}

/** The text without the server; undefined if the file has no server with this name. */
export async function withoutServer(path: string, name: string): Promise<string | undefined> {
  const file = await readObject(path);
  if (!Object.hasOwn(file.servers, name)) return undefined;
  const { [name]: _, ...servers } = file.servers;
  return toText({ ...file, servers });
}

export async function hasServer(path: string, name: string): Promise<boolean> {
  return Object.hasOwn((await readObject(path)).servers, name);
}

export function writeToolsFile(path: string, text: string): Promise<void> {
  return toolsFile(path).write(text);
}

async function readObject(path: string): Promise<z.output<typeof CHANGEABLE>> {
  const file = toolsFile(path);
  const parsed = CHANGEABLE.safeParse(file.parse(await file.read(NO_SERVERS)));
  if (parsed.success) return parsed.data;
  throw file.notValid(['it is to be an object with servers']);
}

const CHANGEABLE = z.looseObject({ servers: z.record(z.string(), z.unknown()).default({}) });

function toText(file: object): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

interface WatchedFile {
  /** Their state when the file was last read. */
  servers(): readonly FileServer[];
  /** Calls the listener with the servers after each change, and again if that rejects. */
  watch(watching: Watching): { stop(): Promise<void> };
}

interface Watching {
  onChanged: (servers: readonly FileServer[]) => Promise<void>;
  onFault: (message: string, error: unknown) => void;
  everyMs?: number;
}

const LOOK_EVERY_MS = 1_000;

/** Throws if the file is unreadable now. */
export async function openToolsFile(options: Omit<ToolsFileOptions, 'read'>): Promise<WatchedFile> {
  /** The digest of each read file; for a missing one, its error. */
  let seen = new Map<string, string>();
  let servers: readonly FileServer[] = [];

  async function readAll(): Promise<void> {
    const now = new Map<string, string>();
    try {
      ({ servers } = await readToolsFile({ ...options, read: (path) => readNoted(path, now) }));
    } finally {
      seen = now;
    }
  }

  async function hasChanged(): Promise<boolean> {
    for (const [path, digest] of seen) {
      const now = new Map<string, string>();
      await readNoted(path, now).catch(() => {});
      if (now.get(path) !== digest) return true;
    }
    return false;
  }

  async function watchUntil(stopping: AbortSignal, watching: Watching): Promise<void> {
    const { onChanged, onFault, everyMs = LOOK_EVERY_MS } = watching;
    let isReported = true;
    while (!stopping.aborted) {
      await sleep(everyMs, undefined, { signal: stopping, ref: false }).catch(() => {});
      if (stopping.aborted) return;
      const isNew = await hasChanged();
      if (isReported && !isNew) continue;
      try {
        if (isNew) await readAll();
        isReported = false;
        await onChanged(servers);
        isReported = true;
      } catch (error) {
        onFault('the tools file could not be read again', error);
      }
    }
  }

  await readAll();
  return {
    servers: () => servers,
    watch(watching) {
      const stopping = new AbortController();
      const ended = watchUntil(stopping.signal, watching);
      return {
        async stop() {
          stopping.abort();
          await ended;
        },
      };
    },
  };
}

async function readNoted(path: string, noted: Map<string, string>): Promise<string> {
  try {
    const text = await readText(path);
    noted.set(path, createHash('sha256').update(text).digest('base64'));
    return text;
  } catch (error) {
    noted.set(path, String((error as NodeJS.ErrnoException).code));
    throw error;
  }
}
