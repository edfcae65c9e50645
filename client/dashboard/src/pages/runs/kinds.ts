/** What the pages of model runs and of tool runs say differently. */
import { type RunKind, type RunListRow, useCatalog, useToolCatalog } from '../../api/index.ts';
import type { IconName } from '../../parts/index.ts';

export interface KindWords {
  /** What a run is of. */
  subject: string;
  all: string;
  /** Of the column that only this kind has. */
  column: string;
  /** The list of the other kind. */
  other: { page: RunKind; title: string };
  empty: { icon: IconName; title: string; first: string; page: string; action: string };
}

export const KINDS: Record<RunKind, KindWords> = {
  runs: {
    ...{ subject: 'Model', all: 'All models', column: 'Tokens' },
    other: { page: 'tool-runs', title: 'Tool runs' },
    empty: {
      ...{ icon: 'runs', title: 'No runs yet', page: 'start', action: 'Create the first one' },
      first:
        'Runs that your programs create appear here at once, with their state and their money.',
    },
  },
  'tool-runs': {
    ...{ subject: 'Tool', all: 'All tools', column: 'Wanted by' },
    other: { page: 'runs', title: 'Model runs' },
    empty: {
      ...{ icon: 'calls', title: 'No tool runs yet', page: 'tools', action: 'See the tools' },
      first: 'Calls of tools appear here at once, with their state and their money.',
    },
  },
};

export function subjectOf(run: RunListRow): string {
  return 'tool' in run ? run.tool : run.model;
}

/** The models or tools that a list can be narrowed to. */
export function useSubjects(kind: RunKind, workspaceId: string): string[] {
  const isOfTools = kind === 'tool-runs';
  const models = useCatalog(workspaceId);
  const tools = useToolCatalog(workspaceId, isOfTools);
  const all = isOfTools ? tools.data?.tools : models.data?.models;
  return (all ?? []).map(({ id }) => id);
}
