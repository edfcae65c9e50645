/** The tools of a server that speaks the Model Context Protocol. */

import { isDeepStrictEqual } from 'node:util';
import { ProtocolError } from '@modelcontextprotocol/client';
import { toCleanText } from '../../../platform/lib/hygiene.ts';
import { isJsonObject, readDefinition } from '../answer.ts';
import { secretsOf } from '../outcomes.ts';
import type {
  JsonObject,
  LeftOut,
  ToolDefinition,
  ToolListing,
  ToolLookUp,
  ToolProvider,
} from '../tool-provider.ts';
import { endingOf, type Following, getTask, isFinal, submitCall } from './call.ts';
import { type Connection, createConnections, type McpOptions } from './connection.ts';
import { CUT_SHORT, Lost, NotSent, wordsOf } from './faults.ts';
import { type Result, request } from './requests.ts';

export type { McpOptions } from './connection.ts';
export { hasSandbox, type SandboxRules } from './process.ts';
export { RUN_ID } from './requests.ts';

export function createMcpProvider(options: McpOptions): ToolProvider {
  const { name, maxInFlight, connectTimeoutMs, transport } = options;
  const connections = createConnections(options);
  const secrets =
    transport.kind === 'http' ? secretsOf(transport.headers) : Object.values(transport.env);
  const caller = { connections, secrets };

  async function lookUp(reference: string, signal: AbortSignal): Promise<ToolLookUp> {
    const following: Following = { connections, secrets, signal };
    try {
      const task = await getTask(reference, following);
      const ending = await endingOf(task, following);
      return ending ?? { kind: 'under_way', retryAfterMs: task.pollMs };
    } catch (error) {
      // No record of it, or an unreadable one.
      if (isFinal(error)) return { kind: 'not_found' };
      const isExplained = error instanceof NotSent || error instanceof Lost;
      return { kind: 'unavailable', reason: isExplained ? error.message : UNAVAILABLE };
    }
  }

  return {
    name,
    maxInFlight,
    endsEarly: true,
    submit: (call, hooks, signal) => submitCall(caller, call, hooks, signal),
    lookUp,
    async listTools(signal) {
      const list = (connection: Connection) => listTools(connection, connectTimeoutMs, signal);
      return connections.use(list, { signal }).catch((error: unknown) => {
        throw error instanceof ProtocolError ? new Error(refusedToList(error, secrets)) : error;
      });
    },
    onToolsChanged: (listener) => connections.onToolsChanged(listener),
    close: () => connections.close(),
  };
}

/** The server's messages are shown and logged, and may quote what it received. */
function refusedToList(error: ProtocolError, secrets: readonly string[]): string {
  const words = wordsOf(error, secrets) ?? '';
  return `The server answered with the error ${error.code}: ${words}`;
}

const UNAVAILABLE = "The tool's server could not be asked what became of the call.";

/*
 * The tools of a server, as it describes them, within bounds. What is of no use is left out with the reason, and the
 * rest is taken: see `tool-provider.ts`. Throws if the server lists nothing.
 */

async function listTools(
  { client }: Connection,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<ToolListing> {
  const list = createList(hasTasks(client.getServerCapabilities()));
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const asked = request(client, 'tools/list', params, { signal, timeout: timeoutMs });
    const result = page === 0 ? await asked : await asked.catch(unlessUnreadable);
    if (!Array.isArray(result?.tools)) {
      if (page === 0) throw new Error('The server listed no tools.');
      return list.cut(UNREADABLE_PAGE);
    }
    if (!result.tools.every(list.take)) return list.cut(TOO_MANY);
    const { nextCursor: next } = result;
    // The end is an absent cursor, or null since 2026-07-28; some servers write an empty text.
    if (next === undefined || next === null || next === '') return list.whole();
    if (typeof next !== 'string' || cursors.has(next)) return list.cut(ODD_CURSOR);
    cursors.add(next);
    cursor = next;
  }
  return list.cut(ENDLESS);
}

/** Undefined for a page that the server refuses, or that cannot be read; another attempt would bring the same. */
function unlessUnreadable(error: unknown): Result | undefined {
  const isUnreadable = error instanceof Lost && error.message !== CUT_SHORT;
  if (error instanceof ProtocolError || isUnreadable) return undefined;
  throw error;
}

function createList(mayBeTasks: boolean) {
  const tools = new Map<string, ToolDefinition>();
  const doubled = new Set<string>();
  const leftOut: LeftOut[] = [];
  let count = 0;

  function leaveOut(entry: LeftOut): void {
    if (leftOut.length < MOST_LEFT_OUT) leftOut.push(entry);
    else if (leftOut.length === MOST_LEFT_OUT) leftOut.push({ reason: MORE_LEFT_OUT });
  }

  /** A tool that is listed twice in the same form is one tool. */
  function keep(definition: ToolDefinition): void {
    const { name } = definition;
    if (doubled.has(name) || isDeepStrictEqual(tools.get(name), definition)) return;
    if (!tools.has(name)) return void tools.set(name, definition);
    tools.delete(name);
    doubled.add(name);
    leaveOut({ tool: name, reason: DOUBLED });
  }

  return {
    /** Returns false for the first tool that is one too many. */
    take(tool: unknown): boolean {
      count += 1;
      if (tools.size + doubled.size >= MOST_TOOLS) return false;
      try {
        keep(readTool(tool, mayBeTasks));
      } catch (error) {
        leaveOut({ tool: labelOf(tool, count), reason: (error as Error).message });
      }
      return true;
    },
    whole: (): ToolListing => ({ tools: [...tools.values()], leftOut, isWhole: true }),
    /** Of the rest of the list, nothing is known. */
    cut: (reason: string): ToolListing => ({
      ...{ tools: [...tools.values()], leftOut: [...leftOut, { reason }], isWhole: false },
    }),
  };
}

function readTool(tool: unknown, mayBeTasks: boolean): ToolDefinition {
  const definition = readDefinition(tool);
  const execution = (tool as JsonObject).execution;
  const support = isJsonObject(execution) ? execution.taskSupport : undefined;
  const isTask = mayBeTasks && (support === 'optional' || support === 'required');
  return { ...definition, ...(isTask && { tasks: support }) };
}

/** Its name, or its position if it has none. */
function labelOf(tool: unknown, position: number): string {
  const name = isJsonObject(tool) ? tool.name : undefined;
  if (typeof name !== 'string' || name === '') return `no. ${position} of the list`;
  return toCleanText(name.slice(0, LONGEST_LABEL));
}

/** A tool's statements about tasks count only if its server supports tasks. */
function hasTasks(capabilities: unknown): boolean {
  const tasks = memberOf(capabilities, 'tasks');
  return memberOf(memberOf(memberOf(tasks, 'requests'), 'tools'), 'call') !== undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}

const MOST_TOOLS = 1_000;
const MOST_PAGES = 100;
const MOST_LEFT_OUT = 100;
const LONGEST_LABEL = 128;

const DOUBLED = 'The server lists different tools by this name.';
const MORE_LEFT_OUT = `More than ${MOST_LEFT_OUT} tools are left out; the others are not named.`;
const TOO_MANY = `The list has more than ${MOST_TOOLS} tools. The rest is not read.`;
const ENDLESS = `The list does not end. The first ${MOST_PAGES} pages are read.`;
const ODD_CURSOR = 'The list does not end: a page names one that was read before, or none.';
const UNREADABLE_PAGE = 'A page of the list cannot be read. The pages before it are taken.';
