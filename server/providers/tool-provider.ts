/**
 * Tools, as the service passes calls to the provider that carries them out: an MCP server, or a service with an HTTP
 * address. The form of tools and answers follows the Model Context Protocol.
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
  /** The same for the structured part of an answer. */
  outputSchema?: JsonObject;
  /** The server's statements about effects: `readOnlyHint`, `idempotentHint`, ... Nothing proves them. */
  annotations?: JsonObject;
  /** Whether a call may, or must, be a task: work with a name for later look-ups. */
  tasks?: 'optional' | 'required';
}

/** One call. */
export interface ToolCall {
  /**
   * The public id of the run: names the call wherever its server accepts a name, and is the idempotency key of HTTP
   * tools.
   */
  runId: string;
  definition: ToolDefinition;
  input: JsonObject;
  /**
   * From the moment of sending. Afterwards, the provider asks the server to stop, and the run fails with `timed_out`.
   */
  timeoutMs: number;
  traceparent?: string;
}

/** A record of a call has nothing besides its answer. */
export type ToolReport = Reported;

export interface ToolAnswer extends Reported {
  /** Texts, images, sounds, and links to resources, with the values that the server sent. */
  content: JsonValue[];
  structured?: JsonObject;
  /** The tool was carried out and reports that it failed. */
  isError?: boolean;
  /** From sending to the answer, by the clock of this service; for a task, by its server's times. */
  durationMs: number;
}

export type ToolOutcome = OutcomeOf<ToolAnswer>;
export type ToolLookUp = LookUpOf<ToolReport, ToolAnswer>;

export interface ToolProvider extends ProviderOf<ToolCall, ToolAnswer, ToolReport> {
  submit(call: ToolCall, hooks: SubmitHooks, signal: AbortSignal): Promise<ToolOutcome>;
  lookUp?(reference: string, signal: AbortSignal): Promise<ToolLookUp>;
  /** The server's current tools. Throws if the server is unreachable, or returns an invalid list. */
  listTools(signal: AbortSignal): Promise<ToolDefinition[]>;
  /** Calls the listener whenever the server says that its tools have changed. Absent if it never does. */
  onToolsChanged?(listener: () => void): void;
}
