/** The runs of a session as a conversation, which the process reads one by one, because a request can be very long. */
import type { SaidMessage, Turn } from '../../../openapi/generated/dashboard.ts';
import { writeJson } from '../../kernel/exact-json.ts';
import type { SpanView } from '../../observability/index.ts';
import {
  type CreateRequest,
  type ModelRuns,
  toModelRun,
} from '../../resources/model-runs/index.ts';
import {
  type CreateToolRunRequest,
  type ToolRuns,
  toToolRun,
} from '../../resources/tool-runs/index.ts';
import type { Run } from '../../runs/index.ts';

export interface TurnSources {
  modelRuns: Pick<ModelRuns, 'history'>;
  toolRuns: Pick<ToolRuns, 'history'>;
}

/** Limits of a text, and of the messages of a request. */
const MOST_CHARACTERS = 4_000;
const MOST_MESSAGES = 20;

/** What the bounds of the contract leave room for. */
const MOST_CALLS = 100;

export async function readTurns(
  sources: TurnSources,
  workspace: string,
  spans: readonly SpanView[],
): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (const span of spans) {
    const turn = span.run && (await readTurn(sources, workspace, span, span.run));
    if (turn) turns.push(turn);
  }
  return turns;
}

async function readTurn(
  { modelRuns, toolRuns }: TurnSources,
  workspace: string,
  span: SpanView,
  { id }: Run,
): Promise<Turn | undefined> {
  const ofModel = await modelRuns.history(workspace, id);
  if (ofModel) {
    const { messages } = (ofModel.request ?? { messages: [] }) as unknown as CreateRequest;
    const run = toModelRun(ofModel.run);
    return {
      ...turnOf(span, ofModel.run, ofModel.request === undefined),
      model: run.model,
      messages: [...newOf(messages).map(said), ...answered(run)],
    };
  }
  const ofTool = await toolRuns.history(workspace, id);
  if (!ofTool) return undefined;
  const request = ofTool.request as Pick<CreateToolRunRequest, 'input'> | undefined;
  const run = toToolRun(ofTool.run);
  return {
    ...turnOf(span, ofTool.run, request === undefined),
    tool: run.tool,
    messages: [
      ...(request ? [{ role: 'user', ...shortened(writeJson(request.input)) }] : []),
      ...(run.output ? [{ role: 'tool', ...shortened(outputOf(run.output)) }] : []),
    ],
  };
}

function turnOf({ traceId, spanId }: SpanView, run: Run, isPurged: boolean) {
  const { state, createdAt, finishedAt, chargedAmount, parent } = run;
  return {
    ...{ runId: run.id, traceId, spanId, state },
    createdAt: createdAt.toISOString(),
    ...(finishedAt && { durationMs: Math.max(0, finishedAt.getTime() - createdAt.getTime()) }),
    ...(chargedAmount !== undefined && { chargedAmount }),
    ...(run.error && { errorCode: run.error.code }),
    ...(parent && { parentRunId: parent.runId }),
    ...(parent?.toolCallId !== undefined && { toolCallId: parent.toolCallId }),
    ...(isPurged && { isPurged }),
  };
}

type Message = CreateRequest['messages'][number];

/** A request repeats the conversation: its new part follows the last message of the assistant. */
function newOf(messages: readonly Message[]): Message[] {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages.slice(last + 1).slice(-MOST_MESSAGES);
}

function said({ role, content, ...others }: Message): SaidMessage {
  const parts = typeof content === 'object' && content !== null ? content : [];
  const texts = parts.flatMap((part) => ('text' in part ? [part.text] : []));
  const text = typeof content === 'string' ? content : texts.join('\n\n');
  const otherParts = parts.length - texts.length;
  return {
    role,
    ...(text !== '' && shortened(text)),
    ...(otherParts > 0 && { otherParts }),
    ...('tool_call_id' in others &&
      typeof others.tool_call_id === 'string' && { toolCallId: others.tool_call_id }),
  };
}

function answered({ message, text }: ReturnType<typeof toModelRun>): SaidMessage[] {
  const content = message?.content ?? text ?? message?.refusal ?? '';
  const calls = (message?.tool_calls ?? [])
    .slice(0, MOST_CALLS)
    .map(({ id, function: called }) => ({
      ...{ id, name: called.name },
      arguments: called.arguments.slice(0, MOST_CHARACTERS).toWellFormed(),
    }));
  if (content === '' && calls.length === 0) return [];
  return [
    {
      role: 'assistant',
      ...(content !== '' && shortened(content)),
      ...(calls.length > 0 && { calls }),
    },
  ];
}

/** The readable output of a tool: its texts, or its structured data. */
function outputOf({ content, structured }: NonNullable<ReturnType<typeof toToolRun>['output']>) {
  const texts = content.flatMap((part) =>
    'text' in part && typeof part.text === 'string' ? [part.text] : [],
  );
  if (texts.length > 0) return texts.join('\n\n');
  return structured === undefined ? '' : writeJson(structured);
}

function shortened(text: string): Pick<SaidMessage, 'text' | 'isCut'> {
  if (text.length <= MOST_CHARACTERS) return { text };
  // Never splits a surrogate pair.
  return { text: text.slice(0, MOST_CHARACTERS).toWellFormed(), isCut: true };
}
