/**
 * What a model may call: tools of the catalog, code that runs as a compute job, and functions of the caller. The client
 * reports a faulty call to the model as its result, so that the model can correct it: arguments that are not JSON, a
 * function that throws, an unknown name.
 */
import type { CatalogTool, ToolCall, ToolDefinition, ToolMessage } from './contract.ts';
import { UsageError, wordsOf } from './errors.ts';
import type { JobOfCall } from './job-calls.ts';
import { type OutputOf, parametersOf, type StandardSchema, validated } from './standard-schema.ts';
import type { Called, CallResult } from './tool-calls.ts';

/** What a function receives besides its arguments. */
export interface ToolContext {
  /** The id of the call, unique within its run. */
  callId: string;
  /** The run whose message has the call. With `callId` it names the call forever: use both for idempotency. */
  runId: string;
  /** Aborted when the conversation ends early. */
  signal: AbortSignal;
}

export interface Tool<Arguments = Record<string, unknown>> extends ToolDefinition {
  /** Checks the arguments, because models make mistakes in them. The model gets the message of what this throws. */
  parse?: (value: unknown) => Arguments | Promise<Arguments>;
  /**
   * Carries out the call. A string is the result unchanged, undefined an empty result, anything else is sent as JSON.
   * The client reports an error's message to the model: it must contain no secrets.
   */
  execute: (args: Arguments, context: ToolContext) => unknown;
}

/** A tool whose calls are carried out as compute jobs. */
export interface JobTool<Arguments = Record<string, unknown>> extends ToolDefinition {
  /** Checks the arguments, because models make mistakes in them. The model gets the message of what this throws. */
  parse?: (value: unknown) => Arguments | Promise<Arguments>;
  /** Returns the job of a call, the same one for the same arguments. The model gets the message of what this throws. */
  job: (args: Arguments) => JobOfCall;
}

/** A tool with any arguments, as `jobTool` returns it. */
export interface AnyJobTool extends ToolDefinition {
  parse?: (value: unknown) => unknown;
  job: (args: never) => JobOfCall;
}

/** A tool with any arguments, as `tool` returns it. */
export interface AnyTool extends ToolDefinition {
  parse?: (value: unknown) => unknown;
  execute: (args: never, context: ToolContext) => unknown;
}

/** A schema replaces `parameters` and `parse`. */
interface WithSchema<Schema extends StandardSchema> extends Omit<ToolDefinition, 'parameters'> {
  /**
   * A schema of any library that follows Standard Schema, such as zod and valibot. The model gets its objections.
   */
  inputSchema: Schema;
  /** For schemas that cannot convert themselves to JSON Schema. */
  parameters?: ToolDefinition['parameters'];
}

/** A tool whose arguments a schema describes, checks and types. */
export interface SchemaTool<Schema extends StandardSchema> extends WithSchema<Schema> {
  /** As `execute` of a `Tool`. */
  execute: (args: OutputOf<Schema>, context: ToolContext) => unknown;
}

/** A tool of compute jobs whose arguments a schema describes, checks and types. */
export interface SchemaJobTool<Schema extends StandardSchema> extends WithSchema<Schema> {
  /** As `job` of a `JobTool`. */
  job: (args: OutputOf<Schema>) => JobOfCall;
}

/** Defines a tool with inferred types: `execute` receives what `inputSchema` or `parse` returns. */
export function tool<Schema extends StandardSchema>(
  definition: SchemaTool<Schema>,
): Tool<OutputOf<Schema>>;
export function tool<Arguments = Record<string, unknown>>(
  definition: Tool<Arguments>,
): Tool<Arguments>;
export function tool(definition: AnyTool | SchemaTool<StandardSchema>): AnyTool {
  return withParse<AnyTool>(definition);
}

/** Defines a job tool with inferred types: `job` receives what `inputSchema` or `parse` returns. */
export function jobTool<Schema extends StandardSchema>(
  definition: SchemaJobTool<Schema>,
): JobTool<OutputOf<Schema>>;
export function jobTool<Arguments = Record<string, unknown>>(
  definition: JobTool<Arguments>,
): JobTool<Arguments>;
export function jobTool(definition: AnyJobTool | SchemaJobTool<StandardSchema>): AnyJobTool {
  return withParse<AnyJobTool>(definition);
}

/** Turns a schema into the description for the model, and into the check of the arguments. */
function withParse<Plain extends ToolDefinition>(
  definition: Plain | WithSchema<StandardSchema>,
): Plain {
  if (!('inputSchema' in definition)) return definition as Plain;
  const { inputSchema, parameters = parametersOf(inputSchema), ...rest } = definition;
  return {
    ...{ ...rest, parameters },
    parse: (value: unknown) => validated(inputSchema, value),
  } as unknown as Plain;
}

/** Carry out calls as runs. An error that they throw ends the conversation. */
export interface Runners {
  tool(tool: CatalogTool, input: Record<string, unknown>, called: Calling): Promise<CallResult>;
  job(job: JobOfCall, called: Calling): Promise<CallResult>;
}

type Calling = Called & { signal: AbortSignal };

export type AnyCallable = AnyTool | AnyJobTool | CatalogTool;

export type Callables = Map<string, AnyCallable>;

export function isOfCatalog(one: AnyCallable): one is CatalogTool {
  return 'inputSchema' in one;
}

export function isOfJobs(one: AnyCallable): one is AnyJobTool {
  return 'job' in one;
}

/** Indexes tools by the function's name. Refuses two with the same name. */
export function byName(tools: readonly AnyCallable[]): Callables {
  const found = new Map(tools.map((one) => [definitionOf(one).name, one]));
  if (found.size === tools.length) return found;
  throw new UsageError('Two tools have the same name: give each its own.');
}

/** The description of a tool for the model. */
export function definitionOf(one: AnyCallable): ToolDefinition {
  if (!isOfCatalog(one)) {
    const { name, description, parameters, strict } = one;
    return { name, description, parameters, ...(strict != null && { strict }) };
  }
  const { functionName: name, description = one.title ?? '', inputSchema: parameters } = one;
  return { name, description, parameters };
}

/** The result of one call, and its run. Rejects only if a runner rejects. */
export async function carryOut(
  tools: Callables,
  { id, function: { name, arguments: text } }: ToolCall,
  called: Omit<Called, 'callId'> & { signal: AbortSignal },
  runners: Runners,
): Promise<{ message: ToolMessage } & Omit<CallResult, 'content'>> {
  const { content, ...made } = await resultOf(tools.get(name), text, { ...called, callId: id });
  return { message: { role: 'tool', tool_call_id: id, content }, ...made };

  async function resultOf(
    one: AnyCallable | undefined,
    json: string,
    calling: Calling,
  ): Promise<CallResult> {
    if (!one) return failure(`There is no function ${name}; there are: ${[...tools.keys()]}.`);
    let job: JobOfCall;
    try {
      const args = argumentsOf(json);
      // Not awaited here: an error of the runner is no fault of the call.
      if (isOfCatalog(one)) return runners.tool(one, args, calling);
      const checked = (one.parse ? await one.parse(args) : args) as never;
      if (!isOfJobs(one)) {
        const { callId, run, signal } = calling;
        const value = await one.execute(checked, { callId, runId: run.id, signal });
        return { content: typeof value === 'string' ? value : (JSON.stringify(value) ?? '') };
      }
      job = one.job(checked);
    } catch (error) {
      if (error instanceof NoArguments) return failure(error.message);
      return failure(`The function ${name} failed: ${wordsOf(error)}`);
    }
    return runners.job(job, calling);
  }
}

function failure(error: string): CallResult {
  return { content: JSON.stringify({ error }) };
}

class NoArguments extends Error {}

function argumentsOf(text: string): Record<string, unknown> {
  let args: unknown;
  try {
    args = text.trim() === '' ? {} : JSON.parse(text);
  } catch (error) {
    throw new NoArguments(`The arguments are not JSON: ${wordsOf(error)}`);
  }
  if (typeof args === 'object' && args !== null && !Array.isArray(args)) {
    return args as Record<string, unknown>;
  }
  throw new NoArguments('The arguments must be a JSON object.');
}
