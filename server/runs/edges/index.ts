/** What every kind of runs has at the edges of the service. */
export { type KindEdges, type OfferedKind, offerKind, type Together } from './kind.ts';
export { type ListFilters, toListQuery } from './list-query.ts';
