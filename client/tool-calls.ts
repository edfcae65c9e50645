/**
 * Carries out calls of tools of the catalog as tool runs. Each request key comes from the run whose message has the
 * call and from the call's id, so that a call that is carried out again finds its own run: one effect, one bill.
 */
import type {
  CatalogTool,
  ComputeJob,
  CreateToolRun,
  ModelRun,
  ToolOutput,
  ToolRun,
} from './contract.ts';
import type { FinishOptions } from './finish.ts';
import { isCompleted } from './guards.ts';
import { isProblem } from './problems.ts';

/** The terms of each tool run of a conversation, in addition to its tool and its input. */
export type ToolRunTerms = Pick<
  CreateToolRun,
  'timeoutSeconds' | 'maxReservedAmount' | 'expiresAfterSeconds' | 'attribution' | 'metadata'
>;

/** A call in a model's message. */
export interface Called {
  run: ModelRun;
  callId: string;
  /** Its index among the calls of the message. */
  index: number;
}

export interface CallResult {
  /** The result for the model. */
  content: string;
  toolRun?: ToolRun;
  computeJob?: ComputeJob;
}

/** The part of `client.toolRuns` that this needs. */
export interface ToolRunCreation {
  createAndWait(request: CreateToolRun, options: FinishOptions<ToolRun>): Promise<ToolRun>;
}

export async function runTool(
  toolRuns: ToolRunCreation,
  { id: tool, version }: CatalogTool,
  input: Record<string, unknown>,
  called: Called,
  { terms, ...options }: FinishOptions<ToolRun> & { terms: ToolRunTerms },
): Promise<CallResult> {
  const request = { ...terms, tool, version, input, parent: parentOf(called) };
  try {
    const toolRun = await toolRuns.createAndWait(request, {
      ...options,
      idempotencyKey: keyOf(called),
    });
    return { content: contentOf(toolRun), toolRun };
  } catch (error) {
    // The service refuses the same input every time. Other refusals may not repeat, so they are thrown.
    if (!isProblem(error, 'invalid_tool_input')) throw error;
    const { code, detail, errors } = error;
    const faults = errors.map(({ pointer, detail: fault }) => `${pointer} ${fault}`);
    return { content: JSON.stringify({ error: detail, code, errors: faults }) };
  }
}

/** The length limit of a request key. */
const MOST_CHARACTERS = 255;

/** Visible ASCII, whatever ids the model gives its calls. */
export function keyOf({ run, callId, index }: Called): string {
  const key = `${run.id}:${encodeURIComponent(callId)}`;
  return key.length <= MOST_CHARACTERS ? key : `${key.slice(0, 240)}:${index}`;
}

/** The ids of calls that `parent` accepts. */
const FIT = /^\P{Cc}{1,256}$/u;

export function parentOf({ run, callId }: Called): NonNullable<CreateToolRun['parent']> {
  return { runId: run.id, ...(FIT.test(callId) && { toolCallId: callId }) };
}

/** Reports a failure with its code and the tool's message, so that the model can correct the call. */
function contentOf(run: ToolRun): string {
  const { error, output } = run;
  const text = output && textOf(output);
  if (isCompleted(run) && !output?.isError) return text ?? '';
  const { code = 'tool_error', message = 'The tool says that it failed.' } = error ?? {};
  return JSON.stringify({ error: message, code, output: text });
}

/** Texts unchanged; other parts as JSON, without bytes that no model reads in a text. */
function textOf({ content, structured }: ToolOutput): string {
  if (content.length === 0 && structured) return JSON.stringify(structured);
  return content
    .map((part) => (typeof part.text === 'string' ? part.text : JSON.stringify(part, withoutBytes)))
    .join('\n');
}

function withoutBytes(name: string, value: unknown): unknown {
  return typeof value === 'string' && /^(data|blob)$/.test(name) ? undefined : value;
}
