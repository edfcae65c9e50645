/** The tools of a server, as it describes them, within bounds. Throws if the list is invalid. */
import type { JsonObject, ToolDefinition } from '../tool-provider.ts';
import { isJsonObject } from '../tools/answer.ts';
import { readDefinition } from '../tools/definition.ts';
import type { Connection } from './opener.ts';
import { request } from './requests.ts';

export async function listTools(
  { client }: Connection,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<ToolDefinition[]> {
  const definitions = new Map<string, ToolDefinition>();
  const mayBeTasks = hasTasks(client.getServerCapabilities());
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await request(client, 'tools/list', params, { signal, timeout: timeoutMs });
    if (!Array.isArray(result.tools)) throw new Error('The server listed no tools.');
    for (const tool of result.tools) {
      const definition = readTool(tool, mayBeTasks);
      if (definitions.has(definition.name)) throw new Error('The server listed a tool twice.');
      definitions.set(definition.name, definition);
      if (definitions.size > MOST_TOOLS) throw new Error('The server listed too many tools.');
    }
    if (result.nextCursor === undefined) return [...definitions.values()];
    if (typeof result.nextCursor !== 'string' || result.nextCursor === cursor) break;
    cursor = result.nextCursor;
  }
  throw new Error("The server's list of tools does not end.");
}

function readTool(tool: unknown, mayBeTasks: boolean): ToolDefinition {
  const definition = readDefinition(tool);
  const execution = (tool as JsonObject).execution;
  const support = isJsonObject(execution) ? execution.taskSupport : undefined;
  const isTask = mayBeTasks && (support === 'optional' || support === 'required');
  return { ...definition, ...(isTask && { tasks: support }) };
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
