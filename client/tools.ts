/**
 * What a model may call: tools of the catalog, and functions of the caller. What a call does wrong is told to the
 * model as its result, for it to do better: arguments that are no JSON, a function that throws, a name nobody has.
 */
import type { CatalogTool, ToolCall, ToolDefinition, ToolMessage, ToolRun } from './contract.ts';
import { UsageError, wordsOf } from './errors.ts';
import type { Called, CallResult } from './tool-calls.ts';

/** What a function is told beside its arguments. */
export interface ToolContext {
  /** The id of the call, unique within its run. */
  callId: string;
  /** The run whose message has the call. With `callId` it names the call for ever: make effects once by it. */
  runId: string;
  /** Aborted when the conversation ends early. */
  signal: AbortSignal;
}

export interface Tool<Arguments = Record<string, unknown>> extends ToolDefinition {
  /** Checks the arguments, as models get them wrong. What it throws is told to the model. */
  parse?: (value: unknown) => Arguments;
  /**
   * Carries the call out. A string is the result as it is, undefined an empty one, anything else is sent as
   * JSON. The message of an error is told to the model: let it hold no secrets.
   */
  execute: (args: Arguments, context: ToolContext) => unknown;
}

/** A tool of any arguments, as `tool` gives it. */
export interface AnyTool extends ToolDefinition {
  parse?: (value: unknown) => unknown;
  execute: (args: never, context: ToolContext) => unknown;
}

/** Gives the compiler what it needs: the arguments of `execute` are what `parse` returns. */
export function tool<Arguments = Record<string, unknown>>(
  definition: Tool<Arguments>,
): Tool<Arguments> {
  return definition;
}

/** Carries out a call of a tool of the catalog. What it throws ends the conversation. */
export type RunTool = (
  tool: CatalogTool,
  input: Record<string, unknown>,
  called: Called & { signal: AbortSignal },
) => Promise<CallResult>;

export type Callables = Map<string, AnyTool | CatalogTool>;

export function isOfCatalog(one: AnyTool | CatalogTool): one is CatalogTool {
  return 'inputSchema' in one;
}

/** By the name of the function. Refuses two with one name: nobody could say which is meant. */
export function byName(tools: readonly (AnyTool | CatalogTool)[]): Callables {
  const found = new Map(tools.map((one) => [definitionOf(one).name, one]));
  if (found.size === tools.length) return found;
  throw new UsageError('Two tools have the same name: give each its own.');
}

/** What the model is told about a tool. */
export function definitionOf(one: AnyTool | CatalogTool): ToolDefinition {
  if (!isOfCatalog(one)) {
    const { name, description, parameters } = one;
    return { name, description, parameters };
  }
  const { functionName: name, description = one.title ?? '', inputSchema: parameters } = one;
  return { name, description, parameters };
}

/** The result of one call, and the tool run that it came from. Rejects as `runTool` does, and in no other way. */
export async function carryOut(
  tools: Callables,
  { id, function: { name, arguments: text } }: ToolCall,
  called: Omit<Called, 'callId'> & { signal: AbortSignal },
  runTool: RunTool,
): Promise<{ message: ToolMessage; toolRun: ToolRun | undefined }> {
  const result = (content: string, toolRun?: ToolRun) => ({
    message: { role: 'tool' as const, tool_call_id: id, content },
    toolRun,
  });
  const failure = (error: string) => result(JSON.stringify({ error }));
  const one = tools.get(name);
  if (!one) return failure(`There is no function ${name}; there are: ${[...tools.keys()]}.`);
  let args: unknown;
  try {
    args = text.trim() === '' ? {} : JSON.parse(text);
  } catch (error) {
    return failure(`The arguments are not JSON: ${wordsOf(error)}`);
  }
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    return failure('The arguments must be a JSON object.');
  }
  if (isOfCatalog(one)) {
    const input = args as Record<string, unknown>;
    const { content, toolRun } = await runTool(one, input, { ...called, callId: id });
    return result(content, toolRun);
  }
  try {
    const checked = one.parse ? one.parse(args) : args;
    const context = { callId: id, runId: called.run.id, signal: called.signal };
    const value = await one.execute(checked as never, context);
    return result(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  } catch (error) {
    return failure(`The function ${name} failed: ${wordsOf(error)}`);
  }
}
