/** What the list of customers shows, as its address has it. Ignores invalid parts of an address. */
import type { CustomerFilters } from '../../api/index.ts';

export interface CustomersView {
  month: string;
  search: string;
  state: (typeof STATES)[number];
  sort: (typeof SORTS)[number];
}

const STATES = ['all', 'active', 'blocked'] as const;
const SORTS = ['spent', 'newest', 'name'] as const;

export function readView(params: URLSearchParams, thisMonth: string): CustomersView {
  const among = <Value extends string>(values: readonly [Value, ...Value[]], name: string) =>
    values.find((value) => value === params.get(name)) ?? values[0];
  return {
    month: monthIn(params) ?? thisMonth,
    search: [...(params.get('search') ?? '')].slice(0, 256).join(''),
    state: among(STATES, 'state'),
    sort: among(SORTS, 'sort'),
  };
}

export function monthIn(params: URLSearchParams): string | undefined {
  return /^20\d\d-(?:0[1-9]|1[0-2])$/.exec(params.get('month') ?? '')?.[0];
}

/** Without what is so anyway. */
export function writeView(view: CustomersView, thisMonth: string): URLSearchParams {
  const plain = { month: thisMonth, search: '', state: STATES[0], sort: SORTS[0] };
  const names = Object.keys(plain) as (keyof CustomersView)[];
  return new URLSearchParams(
    names.filter((name) => view[name] !== plain[name]).map((name) => [name, view[name]]),
  );
}

export function filtersOf({ month, search, state, sort }: CustomersView): CustomerFilters {
  return {
    ...{ month, sort },
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(state !== 'all' && { state }),
  };
}
