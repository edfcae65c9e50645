/** The runs of every kind over HTTP for people: lists to find one, a list as a file, and all details of one. */
import type { StateChange } from '../../../openapi/generated/dashboard.ts';
import { type KindNames, runUuidOf } from '../../kinds.ts';
import type { RunAsPerson } from '../../model-runs/dashboard-playground.ts';
import { toEntry } from '../../money/http.ts';
import type { Ledger } from '../../money/index.ts';
import { csvLines, type Lines } from '../../platform/http/downloads.ts';
import type { DashboardInput, Member } from '../../platform/http/index.ts';
import type { Paging } from '../../platform/lib/cursor.ts';
import { idToUuid } from '../../platform/lib/ids.ts';
import { decimalOf, type Unit } from '../../platform/lib/money.ts';
import { Problem } from '../../platform/lib/problem.ts';
import type { ListQuery, Run, RunHistory } from '../index.ts';
import { type ListFilters, type OfferedKind, type Together, toListQuery } from './index.ts';

interface RunPageOptions {
  runAsPerson: RunAsPerson;
  ledger: Pick<Ledger, 'entriesOfRun'>;
  unit: Unit;
  paging: Paging;
}

/** The handlers of a kind by its operations; the contract describes their answers. */
type RunPages<K extends OfferedKind> = Record<
  K['pages']['list'],
  (input: ListInput) => Promise<Page<K>>
> &
  Record<
    K['pages']['get'] | K['pages']['lookUp'],
    (input: NamedInput<K>) => Promise<{ status: 200; body: Detail<K> }>
  > &
  Record<
    K['pages']['cancel'],
    (input: NamedInput<K>) => Promise<{ status: 202; body: Detail<K> }>
  > &
  Record<Optional<K, 'create'>, (input: CreateInput) => Promise<Created<K>>> &
  Record<Optional<K, 'repeat'>, (input: NamedInput<K> & Keyed) => Promise<Created<K>>> &
  Record<Optional<K, 'file'>, (input: AnyInput & { query: ListFilters }) => RunFile>;

type Optional<K extends OfferedKind, Page extends keyof KindNames['pages']> =
  K['pages'] extends Record<Page, infer Id extends string> ? Id : never;

type AnyInput = Omit<
  DashboardInput<'getWallet'>,
  'params' | 'query' | 'body' | 'requestKey' | 'principal'
> & { principal: Member };
type Keyed = { requestKey: string };
type NamedInput<K extends OfferedKind> = AnyInput & { params: Record<K['pages']['id'], string> };
type CreateInput = AnyInput & Keyed & { body: unknown };
type ListInput = AnyInput & {
  query: ListFilters & { result?: string; limit?: number; cursor?: string };
};

type Detail<K extends OfferedKind> = ReturnType<K['toDetail']> & {
  history: StateChange[];
  entries: ReturnType<typeof toEntry>[];
};
type Page<K extends OfferedKind> = {
  status: 200;
  body: { data: ReturnType<K['toRow']>[]; nextCursor: string | null };
};
type Created<K extends OfferedKind> = { status: 201; body: Detail<K> };
type RunFile = {
  status: 200;
  headers: { 'Content-Disposition': string };
  file: ReturnType<typeof runLines>;
};

export function createRunPages<K extends OfferedKind>({
  kinds,
  ...options
}: RunPageOptions & { kinds: readonly K[] }): object &
  Together<K extends OfferedKind ? RunPages<K> : never> {
  return Object.assign({}, ...kinds.map((kind) => pagesOf(kind, options)));
}

function pagesOf<K extends OfferedKind>(
  kind: K,
  { ledger, unit, paging, runAsPerson }: RunPageOptions,
): RunPages<K> {
  const { runs, scope, toRepeat } = kind;
  const pages: KindNames['pages'] = kind.pages;
  const idOf = ({ params }: { params: object }) => (params as Record<string, string>)[pages.id]!;

  async function detail(workspace: string, id: string) {
    const found = await historyOf(kind, workspace, id);
    const entries = await ledger.entriesOfRun(workspace, runUuidOf(id)!);
    return {
      ...kind.toDetail(found),
      history: found.states.map(({ state, at }) => ({ state, at: at.toISOString() })),
      entries: entries.map(toEntry),
    };
  }

  /** Creates a run with the person's key. */
  async function create(
    { principal: member, requestKey, traceparent, signal, span }: AnyInput & Keyed,
    body: RequestOf,
  ) {
    const { run } = await runAsPerson(member, scope, (principal) =>
      runs.create(principal, {
        ...{ idempotencyKey: requestKey, body, traceparent, signal, span },
      }),
    );
    return { status: 201, body: await detail(member.workspace, run.id) };
  }

  const handlers = {
    async [pages.list]({ principal: { workspace }, query }: ListInput) {
      const { limit, cursor, ...filters } = query;
      const list = { operation: pages.list, workspace, filters: filters as object as Given };
      const page = paging.toPage(list, { limit, cursor });
      const wanted = toQuery(kind, filters);
      if (!wanted) return { status: 200, body: paging.pageOf(list, [], null) };
      const { runs: found, next } = await runs.list(workspace, { ...page, ...wanted });
      const rows = found.map((run) => kind.toRow(run));
      return { status: 200, body: paging.pageOf(list, rows, next) };
    },

    async [pages.get](input: NamedInput<K>) {
      return { status: 200, body: await detail(input.principal.workspace, idOf(input)) };
    },

    async [pages.lookUp](input: NamedInput<K>) {
      const { workspace } = input.principal;
      await runs.get(workspace, idOf(input));
      return { status: 200, body: await detail(workspace, idOf(input)) };
    },

    async [pages.cancel](input: NamedInput<K>) {
      const { workspace } = input.principal;
      await runs.cancel(workspace, idOf(input));
      return { status: 202, body: await detail(workspace, idOf(input)) };
    },

    ...(pages.create !== undefined && {
      [pages.create]: (input: CreateInput) => create(input, kind.read(input.body, input.exactBody)),
    }),

    ...(pages.repeat !== undefined &&
      toRepeat && {
        [pages.repeat]: async (input: NamedInput<K> & Keyed) => {
          const { workspace } = input.principal;
          const { request, ...found } = await historyOf(kind, workspace, idOf(input));
          if (request === undefined) throw new Problem('conflict', NOT_STORED);
          return create(input, toRepeat({ ...found, request }));
        },
      }),

    ...(pages.file !== undefined && {
      [pages.file]: ({ principal: { workspace }, query }: ListInput) => {
        const name = `${kind.path.split('/').at(-1)}-${new Date().toISOString().slice(0, 10)}.csv`;
        return {
          status: 200,
          headers: { 'Content-Disposition': `attachment; filename="${name}"` },
          file: runLines(kind, unit, workspace, toQuery(kind, query)),
        };
      },
    }),
  };
  // Its keys are the names of this kind's operations, which TypeScript does not follow into an object.
  return handlers as unknown as RunPages<K>;
}

type Given = Record<string, string | readonly string[] | undefined>;
type RequestOf = ReturnType<OfferedKind['read']>;

const NOT_STORED = "The input of this run is no longer stored, so it can't run again.";

async function historyOf(
  { runs }: Pick<OfferedKind, 'runs'>,
  workspace: string,
  id: string,
): Promise<RunHistory> {
  const found = await runs.history(workspace, id);
  if (!found) throw new Problem('not_found', 'There is no such run in this workspace.');
  return found;
}

/** Undefined if nothing can match: a malformed id does not exist. */
function toQuery(
  kind: OfferedKind,
  { result, ...filters }: ListFilters & { result?: string },
): Omit<ListQuery, 'limit'> | undefined {
  const { keyId } = filters;
  if (keyId !== undefined && idToUuid('key', keyId) === undefined) return undefined;
  const facts = result === undefined ? undefined : kind.factsWanted?.({ result });
  return { ...toListQuery(kind, filters), ...(facts && { facts }) };
}

const PAGE = 1_000;

/** Without a query, nothing can match. */
function runLines(
  { runs, subject, columns = [], cells }: OfferedKind,
  unit: Unit,
  workspace: string,
  query: Omit<ListQuery, 'limit'> | undefined,
): Lines {
  return csvLines<string>(columnsOf(subject, columns), async (before) => {
    if (!query) return { rows: [], next: null };
    const page = { ...query, limit: PAGE, ...(before !== undefined && { before }) };
    const { runs: found, next } = await runs.list(workspace, page);
    return { rows: found.map((run) => cellsOf(run, unit, cells?.(run) ?? [])), next };
  });
}

function columnsOf(subject: string, own: readonly string[]): string[] {
  return [
    ...['id', 'created_at', 'finished_at', 'duration_ms', 'state', 'error', subject, 'key'],
    ...['session', 'end_user', 'prompt', 'prompt_version', ...own],
    ...['charged', 'currency', 'units', 'request_key', 'metadata'],
  ];
}

type Cells = ReturnType<NonNullable<OfferedKind['cells']>>;

function cellsOf(run: Run, unit: Unit, own: Cells) {
  const { createdAt, finishedAt, chargedAmount, attribution = {}, metadata } = run;
  const { sessionId, endUserId, promptId, promptVersion } = attribution;
  return [
    ...[run.id, createdAt.toISOString(), finishedAt?.toISOString()],
    finishedAt && Math.max(0, finishedAt.getTime() - createdAt.getTime()),
    ...[run.state, run.error?.code, run.subject, run.keyId],
    ...[sessionId, endUserId, promptId, promptVersion, ...own],
    chargedAmount === undefined ? undefined : decimalOf(chargedAmount, unit),
    ...[unit.currency, chargedAmount, run.idempotencyKey],
    metadata && JSON.stringify(metadata),
  ];
}
