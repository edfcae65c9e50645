/** Model runs of the mock: a request with tools gets a call of one, and the answer has the requested format. */
import { exampleValue } from '../../server/sandbox/index.ts';
import { CANCELLED, COMPLETED, type Course, type Create, type Kind, type Run } from './kinds.ts';

type Json = Parameters<typeof exampleValue>[0];

interface CreateModelRun extends Create {
  model: string;
  messages?: { role: string; content?: unknown }[];
  tools?: { name: string; parameters: Json }[] | null;
  tool_choice?: string | { function: { name: string } } | null;
  response_format?: { json_schema?: { schema: Json } | null } | null;
}

interface ModelRun extends Run {
  text?: string;
  message?: { content?: string; tool_calls?: { function: { name: string; arguments: string } }[] };
}

export const modelRuns: Kind = {
  name: 'ModelRun',
  prefix: 'run',
  subject: 'model',
  unlisted: ['text', 'message'],

  courseOf(create) {
    const { model } = create as CreateModelRun;
    if (callsTool(create as CreateModelRun)) return ['run-completed-tool-calls'];
    return COURSES.get(model) ?? [COMPLETED];
  },

  cancelledEndOf(create) {
    const { model } = create as CreateModelRun;
    return model === 'sandbox/streams' ? 'run-completed-cancelled' : CANCELLED;
  },

  withRequest(run, create, isOwn) {
    const { model } = create as CreateModelRun;
    const echoed = isOwn && model === ECHO ? echo(run, create as CreateModelRun) : {};
    const shown = { ...run, model, ...echoed, ...inForm(run, create as CreateModelRun) };
    const { message } = run as ModelRun;
    const tool = calledTool(create as CreateModelRun);
    const calls = message?.tool_calls;
    if (!tool || !calls || calls.some((call) => call.function.name === tool.name)) return shown;
    const called = { name: tool.name, arguments: JSON.stringify(exampleValue(tool.parameters)) };
    return {
      ...shown,
      message: { ...message, tool_calls: calls.map((call) => ({ ...call, function: called })) },
    };
  },
};

/** The examples that a run of each model of the sandbox goes through. */
const COURSES = new Map<string, Course>([
  ['sandbox/thinker', ['run-completed-reasoning']],
  ['sandbox/slow', ['run-submitting', COMPLETED]],
  ['sandbox/streams', ['run-submitting', COMPLETED]],
  ['sandbox/refused', ['run-failed-provider-refused']],
  ['sandbox/busy', ['run-queued', COMPLETED]],
  ['sandbox/no-usage', ['run-received', 'run-completed-uncharged']],
  ['sandbox/unpriced', ['run-received', COMPLETED]],
  ['sandbox/breaks', ['run-needs-reconciliation', 'run-failed-answer-lost']],
  ['sandbox/cancelled', ['run-needs-reconciliation', 'run-failed-provider-unavailable']],
  ['sandbox/lost', ['run-needs-reconciliation', 'run-failed-outcome-unknown']],
]);

const ECHO = 'sandbox/echo';

/** Answers with the last message again, if it is text. */
function echo({ text, message }: ModelRun, { messages = [] }: CreateModelRun): Partial<ModelRun> {
  const content = messages.at(-1)?.content;
  if (text === undefined || typeof content !== 'string') return {};
  return { text: content, ...(message && { message: { ...message, content } }) };
}

/** Answers with JSON that fits the requested schema, if there is one. */
function inForm(run: Run, { response_format: format }: CreateModelRun): Partial<ModelRun> {
  const { text, message } = run as ModelRun;
  if (text === undefined || !format?.json_schema) return {};
  const content = JSON.stringify(exampleValue(format.json_schema.schema));
  return { text: content, ...(message && { message: { ...message, content } }) };
}

/** Whether the answer calls a tool: not if the results are already there or no call is wanted. */
function callsTool(create: CreateModelRun): boolean {
  return calledTool(create) !== undefined && create.messages?.at(-1)?.role !== 'tool';
}

function calledTool({ tools, tool_choice }: CreateModelRun) {
  if (tool_choice === 'none') return undefined;
  const named = typeof tool_choice === 'object' ? tool_choice?.function.name : undefined;
  return tools?.find(({ name }) => name === (named ?? 'get_weather')) ?? tools?.[0];
}
