/**
 * The kinds of runs, by the path of their pages: the only list of them in the web app, over which everything loops that
 * serves all kinds. A run tells its kind by its id. What the pages show of a kind is in `pages/runs/kinds.tsx`.
 */
import type { PlainPaths } from './contract.ts';

const WORKSPACE = '/v1/dashboard/workspaces/{workspaceId}';

export const KINDS = {
  runs: {
    kind: 'model_run',
    idPrefix: 'run',
    subject: 'model',
    title: 'Model runs',
    list: `${WORKSPACE}/runs`,
    item: `${WORKSPACE}/runs/{runId}`,
    id: 'runId',
    scopes: 'models',
    span: 'chat',
    never: 'running',
    only: ['prompts', 'bounds'],
  },
  'tool-runs': {
    kind: 'tool_run',
    idPrefix: 'trun',
    subject: 'tool',
    title: 'Tool runs',
    list: `${WORKSPACE}/tool-runs`,
    item: `${WORKSPACE}/tool-runs/{toolRunId}`,
    id: 'toolRunId',
    scopes: 'tools',
    span: 'execute_tool',
    never: 'running',
    only: [],
  },
  'compute-jobs': {
    kind: 'compute_job',
    idPrefix: 'job',
    subject: 'environment',
    title: 'Compute jobs',
    list: `${WORKSPACE}/compute-jobs`,
    item: `${WORKSPACE}/compute-jobs/{jobId}`,
    id: 'jobId',
    scopes: 'compute',
    span: 'run_code',
    never: 'received',
    only: ['results'],
  },
} as const satisfies Record<string, KindNames>;

interface KindNames {
  /** In the service. */
  kind: string;
  idPrefix: string;
  /** What a run is of: a member of it, a filter of lists, and a group of usage. */
  subject: string;
  title: string;
  /** The paths of the contract, and the parameter in the path of one run. */
  list: keyof PlainPaths;
  item: keyof PlainPaths;
  id: string;
  /** The subject of its permissions. */
  scopes: string;
  /** The operation that its spans name. */
  span: string;
  /** The state that its runs never have. */
  never: string;
  only: readonly Special[];
}

/** What only some lists have: filters by prompt, by cost, duration and error, or by result. */
type Special = 'prompts' | 'bounds' | 'results';

export type RunKind = keyof typeof KINDS;
type Names = typeof KINDS;
/** The kinds whose runs can have a parent. */
export type ChildKind = {
  [Kind in RunKind]: 'parent' extends keyof RowOf<Kind> ? Kind : never;
}[RunKind];

export const RUN_KINDS = Object.keys(KINDS) as RunKind[];

export function hasOwn(kind: RunKind, special: Special): boolean {
  return (KINDS[kind].only as readonly Special[]).includes(special);
}

/** Undefined for a kind without pages. */
export function kindOfId(id: string): RunKind | undefined {
  const prefix = id.split('_', 1)[0];
  return RUN_KINDS.find((kind) => KINDS[kind].idPrefix === prefix);
}

/** Of a run that the service gave. */
export function kindOf({ id }: { id: string }): RunKind {
  return kindOfId(id) ?? 'runs';
}

/** Of a kind by its name in the service, which a later version may have more of. */
export function titleOfKind(name: string): string {
  const kind = RUN_KINDS.find((each) => KINDS[each].kind === name);
  return kind === undefined ? name : KINDS[kind].title;
}

export function subjectOf(run: { id: string }): string {
  return String((run as Record<string, unknown>)[KINDS[kindOf(run)].subject]);
}

/* What the contract says of each kind. */

type ListOf<Kind extends RunKind> = PlainPaths[Names[Kind]['list']]['get'];
type Answer<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

export type ListQueryOf<Kind extends RunKind> = NonNullable<ListOf<Kind>['parameters']['query']>;
export type RowOf<Kind extends RunKind> = Answer<ListOf<Kind>>['data'][number];
export type DetailOf<Kind extends RunKind> = Answer<PlainPaths[Names[Kind]['item']]['get']>;

/** A run of some kind as a row of its list. */
export type RunListRow = { [Kind in RunKind]: RowOf<Kind> }[RunKind];

type FiltersOf<Kind extends RunKind> = Omit<ListQueryOf<Kind>, 'limit' | 'cursor' | 'state'>;
export type RunState = {
  [Kind in RunKind]: NonNullable<ListQueryOf<Kind>['state']>[number];
}[RunKind];
/** The filters of the list of one kind. They have no members of other kinds, and no states that the kind never has. */
export type RunFilters = AllOf<{ [Kind in RunKind]: FiltersOf<Kind> }[RunKind]> & {
  state?: RunState[];
};
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
