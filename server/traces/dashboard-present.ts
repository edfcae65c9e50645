/** The runs of a session as a conversation, which the process reads one by one, because a request can be very long. */
import type { Turn } from '../../openapi/generated/dashboard.ts';
import { kindOfId } from '../kinds.ts';
import type { OfferedKind } from '../runs/edges/index.ts';
import type { Run } from '../runs/index.ts';
import type { SpanView } from './index.ts';

export interface TurnSources {
  kinds: readonly OfferedKind[];
}

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
  { kinds }: TurnSources,
  workspace: string,
  span: SpanView,
  { id }: Run,
): Promise<Turn | undefined> {
  const kind = kinds.find((each) => each.kind === kindOfId(id)?.kind);
  const found = kind?.toTurn && (await kind.runs.history(workspace, id));
  if (!kind?.toTurn || !found) return undefined;
  const turn = turnOf(span, found.run, found.request === undefined);
  return { ...turn, ...(kind.toTurn(found) as Pick<Turn, 'messages'>) };
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
