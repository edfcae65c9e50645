/** Tool runs of the mock: the name of the tool says how its runs end. */
import { CANCELLED, COMPLETED, type Course, type Create, type Kind } from './kinds.ts';

interface CreateToolRun extends Create {
  tool: string;
  input?: { text?: unknown };
}

export const toolRuns: Kind = {
  name: 'ToolRun',
  prefix: 'trun',
  subject: 'tool',
  unlisted: ['output'],

  courseOf(create, endings) {
    return courseOfTool((create as CreateToolRun).tool, endings);
  },

  cancelledEndOf: () => CANCELLED,

  withRequest(run, create, isOwn) {
    const { tool, input = {} } = create as CreateToolRun;
    const echoes = isOwn && tool === ECHO && 'output' in run && typeof input.text === 'string';
    const output = { content: [{ type: 'text', text: input.text }] };
    return { ...run, tool, ...(echoes && { output }) };
  },
};

export const ECHO = 'sandbox/echo';

const UNKNOWN: Course = ['run-needs-reconciliation', 'run-failed-outcome-unknown'];

/** The examples that a run of each tool of the sandbox goes through. A run of a tool that is not listed completes. */
const COURSES = new Map<string, Course>([
  ['sandbox/add', ['run-completed-structured']],
  ['sandbox/slow', ['run-progress', COMPLETED]],
  ['sandbox/fails', ['run-failed-tool-error']],
  ['sandbox/wrong-output', ['run-failed-invalid-output']],
  ['sandbox/hangs', ['run-submitting', 'run-failed-timed-out']],
  ['sandbox/refuses', ['run-failed-provider-refused']],
  ['sandbox/breaks', UNKNOWN],
  ['sandbox/lost-task', UNKNOWN],
  ['sandbox/huge', ['run-failed-answer-unusable']],
]);

/** For every other failure, there is a tool with the name of its code. */
function courseOfTool(tool: string, endings: ReadonlySet<string>): Course {
  const failure = failureOf(tool);
  return COURSES.get(tool) ?? (endings.has(failure) ? [failure] : [COMPLETED]);
}

/** Returns the example of the failure that the tool is named after. */
export function failureOf(tool: string): string {
  return tool.replace(/^sandbox\//, 'run-failed-');
}
