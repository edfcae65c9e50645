/** The texts that differ between the pages of the kinds of runs. */
import {
  type RunKind,
  type RunListRow,
  useCatalog,
  useEnvironments,
  useToolCatalog,
} from '../../api/index.ts';
import type { IconName } from '../../parts/index.ts';

export interface KindWords {
  /** The subject of a run. */
  subject: string;
  all: string;
  /** The title of the column that only this kind has. */
  column: string;
  /** The name of one run of this kind. */
  one: string;
  /** The list of another kind. */
  other: { page: string; title: string };
  empty: { icon: IconName; title: string; first: string; page: string; action: string };
}

export const KINDS: Record<RunKind, KindWords> = {
  runs: {
    ...{ subject: 'Model', all: 'All models', column: 'Tokens', one: 'Run' },
    other: { page: 'tool-runs', title: 'Tool runs' },
    empty: {
      ...{ icon: 'runs', title: 'No runs yet', page: 'start', action: 'Create your first run' },
      first: 'Runs show up here as soon as your programs create them.',
    },
  },
  'tool-runs': {
    ...{ subject: 'Tool', all: 'All tools', column: 'Requested by', one: 'Run' },
    other: { page: 'runs', title: 'Model runs' },
    empty: {
      ...{ icon: 'calls', title: 'No tool runs yet', page: 'tools', action: 'See the tools' },
      first: 'Tool calls show up here as soon as they are made.',
    },
  },
  'compute-jobs': {
    ...{ subject: 'Environment', all: 'All environments', column: 'Run time', one: 'Job' },
    other: { page: 'environments', title: 'Environments' },
    empty: {
      ...{ icon: 'jobs', title: 'No compute jobs yet', page: 'environments' },
      action: 'See the environments',
      first: 'Jobs show up here as soon as your programs start them, with logs and cost.',
    },
  },
};

export function subjectOf(run: RunListRow): string {
  if ('environment' in run) return run.environment;
  return 'tool' in run ? run.tool : run.model;
}

/** The models, tools or environments that a list can be narrowed to. */
export function useSubjects(kind: RunKind, workspaceId: string): string[] {
  const models = useCatalog(workspaceId);
  const tools = useToolCatalog(workspaceId, kind === 'tool-runs');
  const environments = useEnvironments(workspaceId, kind === 'compute-jobs');
  const all = {
    runs: models.data?.models,
    'tool-runs': tools.data?.tools,
    'compute-jobs': environments.data?.environments,
  }[kind];
  return (all ?? []).map(({ id }) => id);
}
