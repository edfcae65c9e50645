/**
 * Tools, as the service passes calls to the provider that carries them out: an MCP server, or a service with an HTTP
 * address. The form of tools and answers follows the Model Context Protocol.
 *
 * Servers of others break rules, and nobody here can fix them. So every provider deals with them in the same way:
 * - It isolates the part that breaks a rule: one tool, one page, one answer. Everything else works as if it were not
 *   there.
 * - It takes what is there, also if something that should be there is missing.
 * - It says what is known: which part is of no use, why, and by which bound. It never reports as unknown what it knows.
 * - It recovers by itself as soon as the server does: no fault outlasts its cause.
 */
import type { JsonObject, JsonValue } from '../../platform/lib/json.ts';
import type {
  LookUpOf,
  OutcomeOf,
  ProviderOf,
  Reported,
  SubmitHooks,
} from '../../providers/provider.ts';

export type { JsonObject };

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

/** What a server lists. */
export interface ToolListing {
  tools: ToolDefinition[];
  /** What is of no use, for the operator. */
  leftOut: LeftOut[];
  /** Whether the list was read to its end. If not, a tool that is not in it may still exist. */
  isWhole: boolean;
}

export interface LeftOut {
  /** Its name, as far as it has one. Absent if the reason is about the list. */
  tool?: string;
  reason: string;
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
  /** The text of an answer that cannot be used. */
  raw?: string;
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
  /** The server's current tools. Throws if the server is unreachable, or lists nothing. */
  listTools(signal: AbortSignal): Promise<ToolListing>;
  /** Calls the listener whenever the server says that its tools have changed. Absent if it never does. */
  onToolsChanged?(listener: () => void): void;
}
