/** Links from usage to the list of the runs that it counts. */
import type { UsageView } from '../../filters/index.ts';

/** The list of the runs that a table of usage is about. */
export function listOf({ groupBy, kind }: UsageView): string {
  if (groupBy === 'environment' || kind === 'compute_job') return 'compute-jobs';
  return groupBy === 'tool' || kind === 'tool_run' ? 'tool-runs' : 'runs';
}

/** Returns the search of the list of runs: the filters of the usage, and more. */
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

/** The filter of the list of runs for each kind of group. */
export const GROUP_FILTERS: Partial<Record<UsageView['groupBy'], string>> = {
  model: 'model',
  tool: 'tool',
  environment: 'environment',
  key: 'key',
  endUser: 'search',
};
