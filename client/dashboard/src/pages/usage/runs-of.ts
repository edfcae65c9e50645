/** From usage to the runs that it is of. */
import type { UsageView } from '../../filters/index.ts';

/** The list of the runs that a table of usage is about. */
export function listOf({ groupBy, kind }: UsageView): string {
  if (groupBy === 'environment' || kind === 'compute_job') return 'compute-jobs';
  return groupBy === 'tool' || kind === 'tool_run' ? 'tool-runs' : 'runs';
}

/** With what the usage is narrowed by, and more. */
export function runsSearchOf(view: UsageView, more: Record<string, string> = {}): string {
  const { keyId, model, endUserId, promptId } = view;
  const search = new URLSearchParams({
    ...(keyId !== undefined && { key: keyId }),
    ...(model !== undefined && { model }),
    ...(endUserId !== undefined && { search: endUserId }),
    ...(promptId !== undefined && { prompt: promptId }),
    ...more,
  });
  return `${listOf(view)}?${search}`;
}

/** By the name that the list of runs has for the group. */
export const GROUP_FILTERS: Partial<Record<UsageView['groupBy'], string>> = {
  model: 'model',
  tool: 'tool',
  environment: 'environment',
  key: 'key',
  endUser: 'search',
};
