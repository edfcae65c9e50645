/** The sandbox's tools: each of them plays one ending of a call. */
import type { JsonObject } from '../../tool-runs/providers/tool-provider.ts';

/** The outcome of a call; `play.ts` simulates it. */
export type Script =
  /** Returns its input. */
  | 'echo'
  /** Has a structured answer that matches its schema. */
  | 'add'
  /** Is slow and reports its progress. */
  | 'slow'
  /** Is carried out and reports that it failed. */
  | 'fails'
  /** Is carried out, and the connection breaks before its answer. */
  | 'breaks'
  /** Is carried out and never answers. */
  | 'hangs'
  /** Works as a task. */
  | 'task'
  /** Works as a task that the server does not know afterwards. */
  | 'lost-task'
  /** Works as a task that asks for more input. */
  | 'needs-input'
  /** Has a structured answer that breaks its schema. */
  | 'wrong-output'
  /** Refuses the call before anything is carried out. */
  | 'refuses'
  /** Answers with an image. */
  | 'picture'
  /** Answers with more than the service accepts. */
  | 'huge'
  /** Reports how often it was carried out for this run. */
  | 'counts';

interface SandboxTool {
  name: Script;
  title: string;
  description: string;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  annotations: JsonObject;
  execution?: { taskSupport: 'required' };
}

const TEXT: JsonObject = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 10_000 } },
  required: ['text'],
  additionalProperties: false,
};
const NOTHING: JsonObject = { type: 'object', properties: {}, additionalProperties: false };
const NUMBERS: JsonObject = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
  additionalProperties: false,
};
const READS: JsonObject = { readOnlyHint: true, idempotentHint: true };
const WRITES: JsonObject = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
const AS_TASK = { execution: { taskSupport: 'required' as const } };

export const sandboxTools: SandboxTool[] = [
  tool('echo', 'Says what it is given', TEXT, READS),
  tool('add', 'Adds two numbers', NUMBERS, READS, { outputSchema: memberOf('sum', 'number') }),
  tool('slow', 'Takes its time and tells how far it is', NOTHING, READS),
  tool('fails', 'Fails', NOTHING, READS),
  tool('breaks', 'Runs, but its answer is lost', NOTHING, WRITES),
  tool('hangs', 'Never answers', NOTHING, WRITES),
  tool('task', 'Works as a task', TEXT, WRITES, AS_TASK),
  tool('lost-task', 'Works as a task that is forgotten', NOTHING, WRITES, AS_TASK),
  tool('needs-input', 'Works as a task that asks for more input', NOTHING, WRITES, AS_TASK),
  tool('wrong-output', 'Answers with what its schema does not allow', NOTHING, READS, {
    outputSchema: memberOf('count', 'integer'),
  }),
  tool('refuses', 'Turns every call away', NOTHING, READS),
  tool('picture', 'Answers with an image', NOTHING, READS),
  tool('huge', 'Answers with more than is accepted', NOTHING, READS),
  tool('counts', 'Tells how often it was carried out for this run', NOTHING, WRITES, {
    outputSchema: memberOf('executions', 'integer'),
  }),
];

function tool(
  name: Script,
  title: string,
  inputSchema: JsonObject,
  annotations: JsonObject,
  more: Pick<SandboxTool, 'outputSchema' | 'execution'> = {},
): SandboxTool {
  return { name, title, description: `${title}.`, inputSchema, annotations, ...more };
}

function memberOf(name: string, type: string): JsonObject {
  return { type: 'object', properties: { [name]: { type } }, required: [name] };
}
