/** What the pages show of each kind of runs: words, the column of its own, and where its child runs lead. */
import type { ReactNode } from 'react';
import {
  type RowOf,
  type RunKind,
  useCatalog,
  useEnvironments,
  useToolCatalog,
} from '../../api/index.ts';
import { formatCount, formatDuration } from '../../format/index.ts';
import { shortIdOf } from '../../frame/run-link.tsx';
import type { IconName } from '../../parts/index.ts';

interface KindView<Kind extends RunKind> {
  icon: IconName;
  /** The titles of the pages. */
  title: { list: string; one: string };
  /** On a phone, the list is in the bar at the bottom. */
  isMain?: boolean;
  /** The subject of a run. */
  subject: string;
  all: string;
  /** The name of one run of this kind. */
  one: string;
  /** What carries it out. */
  provider: string;
  /** The words of states that differ from those of other kinds. */
  states: Readonly<Record<string, string>>;
  /** The title of the column that only this kind has, and what it shows of a run, if it is known. */
  column: string;
  own(run: RowOf<Kind>): ReactNode;
  /** Of runs that another run requested: what they are, and the page about a subject. */
  requested?: { what: string; about: (subject: string) => string };
  /** The list of another kind. */
  other: { page: string; title: string };
  empty: { title: string; first: string; page: string; action: string };
}

export const VIEWS: { [Kind in RunKind]: KindView<Kind> } = {
  runs: {
    ...{ icon: 'runs', subject: 'Model', all: 'All models', one: 'Run', provider: 'Provider' },
    title: { list: 'Runs', one: 'Run' },
    isMain: true,
    states: {},
    column: 'Tokens',
    own: ({ promptTokens, completionTokens }) =>
      (promptTokens ?? completionTokens) === undefined
        ? undefined
        : `${countOf(promptTokens)} → ${countOf(completionTokens)}`,
    other: { page: 'tool-runs', title: 'Tool runs' },
    empty: {
      ...{ title: 'No runs yet', page: 'start', action: 'Create your first run' },
      first: 'Runs show up here as soon as your programs create them.',
    },
  },
  'tool-runs': {
    ...{ icon: 'calls', subject: 'Tool', all: 'All tools', one: 'Run', provider: 'Provider' },
    title: { list: 'Tool runs', one: 'Tool run' },
    states: {},
    column: 'Requested by',
    own: ({ parent }) => parent && <span className="mono">{shortIdOf(parent.runId)}</span>,
    requested: {
      what: 'Calls',
      about: (search) => `tools?${new URLSearchParams({ search })}`,
    },
    other: { page: 'runs', title: 'Model runs' },
    empty: {
      ...{ title: 'No tool runs yet', page: 'tools', action: 'See the tools' },
      first: 'Tool calls show up here as soon as they are made.',
    },
  },
  'compute-jobs': {
    ...{ icon: 'jobs', subject: 'Environment', all: 'All environments', one: 'Job' },
    provider: 'Engine',
    title: { list: 'Compute jobs', one: 'Compute job' },
    states: {
      queued: 'Waiting for engine capacity.',
      submitting: 'Starting.',
      needs_reconciliation: 'Outcome unknown; checking with the engine.',
      completed: 'Result and receipt saved.',
    },
    column: 'Run time',
    own: ({ billableMs }) => (billableMs === undefined ? undefined : formatDuration(billableMs)),
    requested: { what: 'Code', about: () => 'environments' },
    other: { page: 'environments', title: 'Environments' },
    empty: {
      ...{ title: 'No compute jobs yet', page: 'environments', action: 'See the environments' },
      first: 'Jobs show up here as soon as your programs start them, with logs and cost.',
    },
  },
};

function countOf(tokens: number | undefined): string {
  return tokens === undefined ? '?' : formatCount(tokens);
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
