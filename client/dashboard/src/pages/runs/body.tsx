/** The page of one run, as far as runs of every kind have it: the outcome, the states with their times, and the cost. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  type AnyRun,
  type DetailOf,
  type Entry,
  hasCode,
  isTerminal,
  kindOf,
  type RunKind,
  runOf,
  type StateChange,
  subjectOf,
  useCatalog,
  useKeyNames,
  useRun,
} from '../../api/index.ts';
import { formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { NotFoundPage } from '../../frame/not-found.tsx';
import { RunLink } from '../../frame/run-link.tsx';
import {
  Ago,
  Button,
  ButtonLink,
  Card,
  Copyable,
  CopyButton,
  download,
  Fact,
  Facts,
  Failure,
  Moment,
  Money,
  MoneyFigure,
  Notice,
  Page,
  RunBadge,
  Skeleton,
  Tile,
  Tiles,
} from '../../parts/index.ts';
import { Scores } from '../scores/card.tsx';
import { EntryTable } from '../wallet/entry-table.tsx';
import { CancelRun } from './cancel.tsx';
import { ChildRuns } from './child-runs.tsx';
import { Evidence } from './evidence.tsx';
import { InQueue } from './in-queue.tsx';
import { VIEWS } from './kinds.tsx';
import { Receipt } from './receipt.tsx';
import { Timeline } from './timeline.tsx';
import './detail.css';

interface DetailPageProps<Kind extends RunKind> {
  kind: Kind;
  title: string;
  id: string;
  /** Buys again what the run bought. */
  repeat(detail: DetailOf<Kind>): ReactNode;
  /** The same request as a command; undefined if its content is no longer stored. */
  curl(detail: DetailOf<Kind>, baseUrl: string, requestKey: string): string | undefined;
  children(detail: DetailOf<Kind>): ReactNode;
}

export function DetailPage<Kind extends RunKind>(props: DetailPageProps<Kind>) {
  const { kind, title, id, repeat, curl, children } = props;
  const { workspaceId, to } = useHere();
  const { data: detail, error, refetch } = useRun(kind, workspaceId, id);
  const { data: catalog } = useCatalog(workspaceId);
  const { title: titles, one } = VIEWS[kind];
  if (hasCode(error, 'not_found')) return <NotFoundPage />;
  const run = detail && runOf(detail);
  const baseUrl = catalog?.developerBaseUrl.replace(/\/$/, '');
  const command = detail && baseUrl && curl(detail, baseUrl, `again-${id.slice(-8)}`);
  return (
    <Page
      title={`${title} …${id.slice(-8)}`}
      of={run && subjectOf(run)}
      actions={
        run && (
          <>
            <ButtonLink href={to(kind)} icon="left" small>
              All {titles.list.toLowerCase()}
            </ButtonLink>
            {!isTerminal(run.state) && run.cancelRequestedAt === undefined && (
              <CancelRun run={run} />
            )}
            {repeat(detail)}
            <Button
              small
              icon="download"
              onPress={() => download(`${id}.json`, JSON.stringify(run, null, 2), 'json')}
            >
              JSON
            </Button>
            {command && (
              <CopyButton text={command} what="the request as curl" words="Copy as curl" />
            )}
          </>
        )
      }
    >
      {detail ? (
        children(detail)
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={8} label={`Loading the ${one.toLowerCase()}`} />
      )}
    </Page>
  );
}

interface RunBodyProps {
  run: AnyRun;
  history: StateChange[];
  entries: Entry[];
  /** The subject of the run, at the top of the facts. */
  subject: ReactNode;
  /** The facts that only runs of this kind have. */
  facts: ReactNode;
  /** The top of the page: how the run ended, what it cost, and how long it took. */
  lead?: ReactNode;
  /** The top of a page that has more figures. */
  figures?: ReactNode;
  /** The prompt and answer. */
  children: ReactNode;
}

export function RunBody(props: RunBodyProps) {
  const { run, history, entries, subject, facts, lead, figures, children } = props;
  const { workspaceId } = useHere();
  const nameOfKey = useKeyNames(workspaceId);
  const { states: words } = VIEWS[kindOf(run)];
  return (
    <>
      {lead}
      {figures}
      {run.error && <WhyItFailed error={run.error} />}
      {run.reconciliation && <Evidence run={run} reconciliation={run.reconciliation} />}
      {run.queue && <InQueue queue={run.queue} expiresAt={run.expiresAt} />}
      <div className="columns">
        <div className="stack">
          {children}
          <ChildRuns parentRunId={run.id} />
          <Card title="Entries" about="Ledger entries of this run, oldest first." isFlush>
            <EntryTable entries={entries} nameOfKey={nameOfKey} isOfRun />
          </Card>
        </div>
        <div className="stack">
          <Card title="Details">
            <Facts>
              {subject}
              <About run={run} keyName={nameOfKey(run.keyId)} />
              {facts}
              <CallerData run={run} />
            </Facts>
          </Card>
          <Card title="States">
            <Timeline history={history} isOver={isTerminal(run.state)} words={words} />
          </Card>
          <Receipt run={run} entries={entries} />
          <Scores judged={{ runId: run.id }} />
          <Ids run={run} />
        </div>
      </div>
    </>
  );
}

/** The main figures: how the run ended, what it cost, and how long it took. `children` are figures of the kind. */
export function Lead({ run, children }: { run: AnyRun; children?: ReactNode }) {
  const { state, createdAt, finishedAt, chargedAmount, reservedAmount } = run;
  return (
    <Tiles>
      <Tile name="State" note={run.error?.code ?? <Ago at={finishedAt ?? createdAt} />}>
        <RunBadge state={state} />
      </Tile>
      <Tile name="Cost" note={noteOfCost(run)}>
        {chargedAmount !== undefined ? (
          <MoneyFigure amount={chargedAmount} what="Cost" />
        ) : isTerminal(state) ? (
          'Not charged'
        ) : (
          <>
            ≤ <Money amount={reservedAmount} look="most" />
          </>
        )}
      </Tile>
      <Tile name="Duration" note="from creation to end">
        {finishedAt === undefined
          ? 'In progress'
          : formatDuration(Date.parse(finishedAt) - Date.parse(createdAt))}
      </Tile>
      {children}
    </Tiles>
  );
}

function noteOfCost({ state, chargedAmount, feeAmount }: AnyRun) {
  if (chargedAmount === undefined) return isTerminal(state) ? 'the hold was released' : 'on hold';
  if (feeAmount === undefined) return 'charged';
  return (
    <>
      includes a <Money amount={feeAmount} /> fee
    </>
  );
}

function WhyItFailed({ error }: { error: NonNullable<AnyRun['error']> }) {
  return (
    <Notice tone="bad" title={error.message}>
      <code>{error.code}</code>
      {error.providerStatus !== undefined &&
        ` · the provider answered with status ${error.providerStatus}`}
      {error.retryable
        ? ' · A new run with a new request key may succeed.'
        : ' · The same request would fail again.'}
    </Notice>
  );
}

function About({ run, keyName }: { run: AnyRun; keyName: string }) {
  const { to } = useHere();
  const parent = 'parent' in run ? run.parent : undefined;
  return (
    <>
      {parent && (
        <Fact name="Requested by">
          <RunLink id={parent.runId} isShort />
          {parent.toolCallId !== undefined && (
            <span className="row-note">as {parent.toolCallId}</span>
          )}
        </Fact>
      )}
      {run.provider !== undefined && <Fact name={VIEWS[kindOf(run)].provider}>{run.provider}</Fact>}
      <Fact name="Key">
        <Link href={to(`keys/${run.keyId}`)}>{keyName}</Link>
      </Fact>
      <Fact name="Created">
        <Moment at={run.createdAt} />
      </Fact>
      {run.expiresAt !== undefined && (
        <Fact name="Expires unless sent">
          <Moment at={run.expiresAt} />
        </Fact>
      )}
      {run.cancelRequestedAt !== undefined && (
        <Fact name="Cancel requested">
          <Moment at={run.cancelRequestedAt} />
        </Fact>
      )}
    </>
  );
}

/** By which programs and providers know it. */
function Ids({ run }: { run: AnyRun }) {
  const { to } = useHere();
  return (
    <Card title="IDs">
      <Facts>
        <Fact name="Run">
          <Copyable text={run.id} what="the run's id" />
        </Fact>
        <Fact name="Request key">
          <code>{run.idempotencyKey}</code>
        </Fact>
        {run.providerReference !== undefined && (
          <Fact name="Provider reference">
            <code>{run.providerReference}</code>
          </Fact>
        )}
        {run.traceId !== undefined && (
          <Fact name="Trace">
            <Link href={to(`traces/${run.traceId}`)} className="mono" title={run.traceId}>
              …{run.traceId.slice(-12)}
            </Link>
          </Fact>
        )}
      </Facts>
    </Card>
  );
}

/** Attribution and labels, which no provider gets. */
function CallerData({ run }: { run: AnyRun }) {
  const { to } = useHere();
  const { attribution = {}, metadata = {} } = run;
  const list = to(kindOf(run));
  return (
    <>
      {ATTRIBUTION.map(([name, member]) => {
        const value = attribution[member];
        return value === undefined ? null : (
          <Fact key={member} name={name}>
            <CallerValue member={member} value={value} attribution={attribution} />
          </Fact>
        );
      })}
      {Object.entries(metadata).map(([name, value]) => (
        <Fact key={name} name={`Label ${name}`}>
          <Link href={labelled(list, `${name}:${value}`)} title="Runs with this label">
            <code>{value}</code>
          </Link>
        </Fact>
      ))}
    </>
  );
}

interface CallerValueProps {
  member: (typeof ATTRIBUTION)[number][1];
  value: string;
  attribution: NonNullable<AnyRun['attribution']>;
}

/** Links to the session, the traces or the runs with the same value. */
function CallerValue({ member, value, attribution: { promptId } }: CallerValueProps) {
  const { to } = useHere();
  const [page, search] = {
    sessionId: ['sessions', { id: value }] as const,
    endUserId: ['customers', { id: value }] as const,
    promptId: ['runs', { prompt: value }] as const,
    promptVersion: [
      'runs',
      { ...(promptId !== undefined && { prompt: promptId }), version: value },
    ] as const,
  }[member];
  return (
    <Link href={`${to(page)}?${new URLSearchParams({ ...search })}`}>
      <code>{value}</code>
    </Link>
  );
}

const labelled = (runs: string, label: string) => `${runs}?${new URLSearchParams({ label })}`;

const ATTRIBUTION = [
  ['Session', 'sessionId'],
  ['Customer', 'endUserId'],
  ['Prompt', 'promptId'],
  ['Prompt version', 'promptVersion'],
] as const;
