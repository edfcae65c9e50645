/** Tool runs of the mock: the name of the tool says how its runs end. */
import { COMPLETED, type Create, type Kind } from './kinds.ts';

interface CreateToolRun extends Create {
  tool: string;
  input: { text?: unknown };
}

export const toolRuns: Kind = {
  name: 'ToolRun',
  prefix: 'trun',
  subject: ['tool', 'toolVersion'],

  courseOf(create, endings) {
    return courseOfTool((create as CreateToolRun).tool, endings) ?? [COMPLETED];
  },

  withRequest(run, create, isOwn) {
    const { tool, input } = create as CreateToolRun;
    const echoes = isOwn && tool === ECHO && 'output' in run && typeof input.text === 'string';
    const output = { content: [{ type: 'text', text: input.text }] };
    return { ...run, tool, ...(echoes && { output }) };
  },
};

export const ECHO = 'sandbox/echo';

type Course = readonly [string, ...string[]];

const COURSES = new Map<string, Course>([
  [ECHO, [COMPLETED]],
  ['sandbox/add', ['run-completed-structured']],
  ['sandbox/slow', ['run-progress', COMPLETED]],
  ['sandbox/busy', ['run-queued', COMPLETED]],
  ['sandbox/fails', ['run-failed-tool-error']],
  ['sandbox/wrong-output', ['run-failed-invalid-output']],
  ['sandbox/hangs', ['run-submitting', 'run-failed-timed-out']],
  ['sandbox/refused', ['run-failed-provider-refused']],
  ['sandbox/unavailable', ['run-failed-provider-unavailable']],
  ['sandbox/breaks', ['run-needs-reconciliation', 'run-failed-outcome-unknown']],
]);

/** Every other failure has a tool of the name of its code. Undefined where the mock knows no such tool. */
export function courseOfTool(tool: string, endings: ReadonlySet<string>): Course | undefined {
  const failure = tool.replace(/^sandbox\//, 'run-failed-');
  return COURSES.get(tool) ?? (endings.has(failure) ? [failure] : undefined);
}
