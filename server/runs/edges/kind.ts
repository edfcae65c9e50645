/**
 * What a kind of runs does at the edges of the service, besides its rules for the run kernel: how a request is read, and
 * how its runs are shown to programs, people and operators. The edges are written once, for all kinds; whatever only one
 * kind has is in its folder.
 */

import type { Scope } from '../../keys/index.ts';
import type { KindNames } from '../../kinds.ts';
import type { JsonValue } from '../../platform/lib/json.ts';
import type {
  ListQuery,
  Run,
  RunFacts,
  RunHistory,
  RunKernel,
  RunResource,
  Runs,
  RunTypes,
} from '../index.ts';

export interface KindEdges<T extends RunTypes = RunTypes> {
  resource: RunResource<T>;
  /** As callers see them. */
  limits: object;
  /** The request, from a body that the contract allows. */
  read(body: unknown, exactBody: unknown): T['Request'];
  /** The longest body of a request, if it may be longer than the bodies of other operations. */
  maxBodyBytes?: number;
  /** Learns what is on sale now, before a request is read. */
  refresh?(): Promise<void>;
  /** The display names of what is on sale, if they differ from those for programs. */
  names?(): ReadonlyMap<string, string>;
  /** What an estimate says besides the hold. */
  toEstimate(quote: T['Quote']): object;
  /** The run as the developer API has it. */
  present(run: Run<T['Facts']>): object;
  /** Adds to a run under way what its provider says now. */
  withProgress?(run: Run<T['Facts']>): Promise<Run<T['Facts']>>;
  /** A row of the list of people. */
  toRow(run: Run<T['Facts']>): object;
  /** What people see of one run, besides its history and its entries. */
  toDetail(found: RunHistory<T['Facts']>): object;
  /** The facts that a filter of people wants, if it is a filter of this kind alone. */
  factsWanted?(filters: { result?: string }): ListQuery['facts'];
  /** A request for another such run, which costs no more. */
  toRepeat?(found: Repeatable<T['Facts']>): T['Request'];
  /** Columns of the file of a list that only this kind has. */
  columns?: readonly string[];
  cells?(run: Run<T['Facts']>): (string | number | undefined)[];
  /** What the run adds to the conversation of its session; absent if it adds nothing. */
  toTurn?(found: RunHistory<T['Facts']>): object;
  /** What its runs store besides their content, if they do. */
  outputs?: {
    /** All of it, in parts. */
    of(workspace: string, uuid: string): AsyncGenerator<object>;
    remove(workspace: string, uuids: readonly string[]): Promise<void>;
  };
  /** The facts of a run that only this kind has, for operators. */
  inWords?(run: Run<T['Facts']>): Record<string, string | undefined>;
}

/** A run whose request is still stored. */
export type Repeatable<Facts extends RunFacts = RunFacts> = Omit<RunHistory<Facts>, 'request'> & {
  request: JsonValue;
};

/** A kind whose runs the service creates. */
export type OfferedKind<
  Names extends KindNames = KindNames,
  Edges extends KindEdges = KindEdges,
> = Names & { scope: Scope } & Edges & { runs: Runs<TypesOf<Edges>> };

export type TypesOf<Edges> = Edges extends { resource: RunResource<infer T> } ? T : never;

/** What several kinds have together. */
export type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** From now on, the kernel creates runs of this kind. */
export function offerKind<Names extends KindNames & { scope: Scope }, Edges extends KindEdges>(
  kernel: Pick<RunKernel, 'offer'>,
  names: Names,
  edges: Edges,
): OfferedKind<Names, Edges> {
  const runs = kernel.offer(edges.resource as RunResource<TypesOf<Edges>>);
  return { ...names, ...edges, runs };
}
