/**
 * Functions that a model may call. Whatever goes wrong within a call is told to the model as the call's
 * result, for it to do better: arguments that are no JSON, a function that throws, a name nobody has.
 */
import type { ToolCall, ToolDefinition, ToolMessage } from './contract.ts';
import { UsageError, wordsOf } from './errors.ts';

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

/** By name. Refuses two with one name: nobody could say which is meant. */
export function byName(tools: readonly AnyTool[]): Map<string, AnyTool> {
  const found = new Map(tools.map((one) => [one.name, one]));
  if (found.size === tools.length) return found;
  throw new UsageError('Two tools have the same name: give each its own.');
}

/** What the service is told about a tool. */
export function definitionOf({ name, description, parameters }: AnyTool): ToolDefinition {
  return { name, description, parameters };
}

/** The result of one call. Never rejects. */
export async function carryOut(
  tools: Map<string, AnyTool>,
  { id, function: { name, arguments: text } }: ToolCall,
  context: Omit<ToolContext, 'callId'>,
): Promise<ToolMessage> {
  const result = (content: string): ToolMessage => ({ role: 'tool', tool_call_id: id, content });
  const failure = (error: string) => result(JSON.stringify({ error }));
  const called = tools.get(name);
  if (!called) return failure(`There is no function ${name}; there are: ${[...tools.keys()]}.`);
  let args: unknown;
  try {
    args = text.trim() === '' ? {} : JSON.parse(text);
  } catch (error) {
    return failure(`The arguments are not JSON: ${wordsOf(error)}`);
  }
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    return failure('The arguments must be a JSON object.');
  }
  try {
    const checked = called.parse ? called.parse(args) : args;
    const value = await called.execute(checked as never, { callId: id, ...context });
    return result(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  } catch (error) {
    return failure(`The function ${name} failed: ${wordsOf(error)}`);
  }
}
