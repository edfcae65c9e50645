/** A tool and a tool run as the contracts have them. */
import type { ToolRunRow } from '../../openapi/generated/dashboard.ts';
import type { CatalogTool, ToolRun } from '../../openapi/generated/developer.ts';
import { writeJson } from '../platform/lib/json.ts';
import { shortened, toBillableRun, toRunRow } from '../runs/edges/present.ts';
import type { Run, RunHistory } from '../runs/index.ts';
import type { ShownTool } from './catalog.ts';
import type { ToolRunFacts } from './pricing.ts';
import type { CreateToolRunRequest } from './request.ts';

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

export function toRow(run: Run<ToolRunFacts>): ToolRunRow {
  return {
    ...{ id: run.id, tool: run.subject, toolVersion: run.subjectVersion ?? '' },
    ...toRunRow(run),
    ...(run.parent && { parent: run.parent }),
  };
}

type Input = Pick<CreateToolRunRequest, 'input'>;

export function toDetail({ run, request }: RunHistory<ToolRunFacts>) {
  const { input } = (request ?? {}) as Partial<Input>;
  return { run: toToolRun(run), ...(input && { input }) };
}

/** The call and its output, in the conversation of a session. */
export function toTurn({ run, request }: RunHistory<ToolRunFacts>) {
  const { input } = (request ?? {}) as Partial<Input>;
  const { tool, output } = toToolRun(run);
  return {
    tool,
    messages: [
      ...(input ? [{ role: 'user', ...shortened(writeJson(input)) }] : []),
      ...(output ? [{ role: 'tool', ...shortened(outputOf(output)) }] : []),
    ],
  };
}

/** The readable output of a tool: its texts, or its structured data. */
function outputOf({ content, structured }: NonNullable<ToolRun['output']>): string {
  const texts = content.flatMap((part) =>
    'text' in part && typeof part.text === 'string' ? [part.text] : [],
  );
  if (texts.length > 0) return texts.join('\n\n');
  return structured === undefined ? '' : writeJson(structured);
}

export function toTool({ definition, pricing, ...tool }: ShownTool): CatalogTool {
  const { title, description, inputSchema, outputSchema, annotations } = definition;
  const { perCall, perSecond, perUnit } = pricing;
  return {
    id: tool.id,
    version: tool.version,
    functionName: tool.functionName,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
    pricing: {
      perCall,
      ...(perSecond !== undefined && { perSecond }),
      ...(perUnit && { perUnit: { name: perUnit.name, price: perUnit.price, max: perUnit.max } }),
    },
    maxTimeoutSeconds: tool.maxTimeoutSeconds,
    errorsAreAnswers: tool.errorsAreAnswers,
  };
}
