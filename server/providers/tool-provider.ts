/**
 * Tools, as who carries them out is asked for them: an MCP server, or a service with an HTTP address. What a tool is and
 * what its answers look like follows the Model Context Protocol.
 */
import type { JsonValue } from '../kernel/json-value.ts';
import type { LookUpOf, OutcomeOf, ProviderOf, Reported, SubmitHooks } from './provider.ts';

export type JsonObject = { [name: string]: JsonValue };

/** A tool as its server describes it. */
export interface ToolDefinition {
  /** Unique at its server. */
  name: string;
  title?: string;
  description?: string;
  /** JSON Schema 2020-12 of an object. */
  inputSchema: JsonObject;
  /** The same of what is structured in an answer. */
  outputSchema?: JsonObject;
  /** What the server says of effects: `readOnlyHint`, `idempotentHint`, ... Nothing proves it. */
  annotations?: JsonObject;
  /** Whether a call may, or must, be a task: work with a name that can be asked for later. */
  tasks?: 'optional' | 'required';
}

/** One call. */
export interface ToolCall {
  /** The public id of the run: names the call wherever its server takes a name, and is the idempotency key of HTTP tools. */
  runId: string;
  definition: ToolDefinition;
  input: JsonObject;
  /** From the moment of sending. Then the server is asked to stop, and the run fails with `timed_out`. */
  timeoutMs: number;
  traceparent?: string;
}

/** What a record of a call has besides its answer: nothing. */
export type ToolReport = Reported;

export interface ToolAnswer extends Reported {
  /** Texts, images, sounds, and links to resources, with the values that the server sent. */
  content: JsonValue[];
  structured?: JsonObject;
  /** The tool was carried out and says that it failed. */
  isError?: boolean;
  /** From sending to the answer, by the clock of this service; of a task by its server's times. */
  durationMs: number;
}

export type ToolOutcome = OutcomeOf<ToolAnswer>;
export type ToolLookUp = LookUpOf<ToolReport, ToolAnswer>;

export interface ToolProvider extends ProviderOf<ToolCall, ToolAnswer, ToolReport> {
  submit(call: ToolCall, hooks: SubmitHooks, signal: AbortSignal): Promise<ToolOutcome>;
  lookUp?(reference: string, signal: AbortSignal): Promise<ToolLookUp>;
  /** The tools as the server has them now. Throws if it cannot be asked, or answers what is no list of tools. */
  listTools(signal: AbortSignal): Promise<ToolDefinition[]>;
  /** Calls whenever the server says that its tools have changed. Absent if it never does. */
  onToolsChanged?(listener: () => void): void;
}
