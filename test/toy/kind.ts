/** A kind of runs that only the tests know: its record, its edges, and its line in each list of kinds. */
import { MORE_KINDS } from '../../server/compose/kinds.ts';
import { SCOPES, type Scope } from '../../server/keys/index.ts';
import { KINDS } from '../../server/kinds.ts';
import { type KindEdges, offerKind, readRunRequest } from '../../server/runs/edges/index.ts';
import { toBillableRun, toRunRow } from '../../server/runs/edges/present.ts';
import type { Run } from '../../server/runs/index.ts';
import {
  createToyResource,
  type ToyFacts,
  type ToyOptions,
  type ToyRequest,
  type ToyRunTypes,
} from './resource.ts';

// The contract of the service has no such scopes, and so its types have none.
export const TOY_SCOPES = ['toys:read', 'toys:run'] as string[] as Scope[];
type RunScope = Extract<Scope, `${string}:run`>;

export const TOY_RUNS = {
  kind: 'toy_run',
  idPrefix: 'toy',
  subject: 'toy',
  ofSubject: 'only runs of this toy',
  path: 'toy-runs',
  command: 'toy',
  scope: 'toys:run' as string as RunScope,
  act: 'play with toys',
  category: { title: 'Toys', description: 'Play with toys and hear the results.' },
  reads: 'Read toy runs and limits. Free.',
  creates: 'Create toy runs. Spends credit.',
  operations: {
    limits: 'getToyRunLimits',
    estimate: 'estimateToyRun',
    create: 'createToyRun',
    list: 'listToyRuns',
    get: 'getToyRun',
    cancel: 'cancelToyRun',
  },
  pages: {
    path: 'toy-runs',
    id: 'toyRunId',
    list: 'listRunsOfToys',
    get: 'getRunOfToy',
    lookUp: 'createLookUpOfToy',
    cancel: 'cancelRunOfToy',
    file: 'getToyRunFile',
  },
} as const;

/** From now on, whatever this process composes sells toys as well, until the returned function is called. */
export function sellToys(): () => void {
  KINDS.push(TOY_RUNS);
  MORE_KINDS.push((kernel, { config, ...parts }) =>
    offerKind(kernel, TOY_RUNS, toyEdges({ ...parts, unit: config.unit, limits: config.limits })),
  );
  // The service's own come from its contract.
  const scopes = SCOPES as unknown as Scope[];
  scopes.push(...TOY_SCOPES);
  return () => {
    KINDS.pop();
    MORE_KINDS.pop();
    scopes.splice(-TOY_SCOPES.length);
  };
}

function toyEdges(options: ToyOptions) {
  return {
    resource: createToyResource(options),
    limits: { feeBasisPoints: options.limits.feeBasisPoints },
    read: (body, exactBody) => readRunRequest<ToyRequest>(body, exactBody, new Set()),
    toEstimate: ({ subject }) => ({ toy: subject }),
    present: toToyRun,
    toRow: (run) => ({ id: run.id, toy: run.subject, ...toRunRow(run) }),
    toDetail: ({ run, request }) => ({ run: toToyRun(run), ...(request as object | undefined) }),
  } satisfies KindEdges<ToyRunTypes>;
}

function toToyRun(run: Run<ToyFacts>) {
  const { id, subject: toy, facts, answer } = run;
  return { ...toBillableRun({ id, toy }, run), ...facts, ...(answer as { heard?: string }) };
}
