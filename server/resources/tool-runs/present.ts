/** A tool run as the contract has it. */
import type { ToolRun } from '../../../openapi/generated/developer.ts';
import type { Run } from '../../runs/index.ts';
import { toBillableRun } from '../present.ts';
import type { ToolRunFacts } from './facts.ts';

export function toToolRun(run: Run<ToolRunFacts>): ToolRun {
  const { id, subject, answer, facts, parent, progress } = run;
  return {
    ...toBillableRun({ id, tool: subject, toolVersion: run.subjectVersion ?? '' }, run),
    ...facts,
    ...(parent && { parent }),
    ...(progress && { progress }),
    ...(answer !== undefined && { output: answer as NonNullable<ToolRun['output']> }),
  };
}
