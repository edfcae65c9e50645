/** One run: what became of it and when, what it cost, what was asked and answered. */
import { Link } from 'wouter';
import {
  hasCode,
  isTerminal,
  type RunDetail,
  useCatalog,
  useKeyNames,
  useRun,
} from '../../api/index.ts';
import { formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { NotFoundPage } from '../../frame/not-found.tsx';
import {
  ButtonLink,
  Card,
  CopyButton,
  Fact,
  Facts,
  Failure,
  Moment,
  Notice,
  Page,
  RunBadge,
  Skeleton,
} from '../../parts/index.ts';
import { curlOfRun } from '../../snippets/index.ts';
import { EntryTable } from '../wallet/entries.tsx';
import { CancelRun } from './cancel.tsx';
import { Conversation } from './conversation.tsx';
import { Evidence } from './evidence.tsx';
import { InQueue } from './in-queue.tsx';
import { Receipt } from './receipt.tsx';
import { Timeline } from './timeline.tsx';
import './detail.css';

export function RunPage({ title, id }: { title: string; id: string }) {
  const { workspaceId } = useHere();
  const detail = useRun(workspaceId, id);
  if (hasCode(detail.error, 'not_found')) return <NotFoundPage />;
  return (
    <Page
      title={`${title} …${id.slice(-8)}`}
      about={
        <span className="run-title">
          <code>{id}</code>
          <CopyButton text={id} what="the run's id" look="quiet" />
        </span>
      }
      actions={detail.data && <AgainAsCurl detail={detail.data} />}
    >
      {detail.data ? (
        <Body detail={detail.data} />
      ) : detail.error ? (
        <Failure error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        <Skeleton rows={8} label="Loading the run" />
      )}
    </Page>
  );
}

function AgainAsCurl({ detail: { run, request } }: { detail: RunDetail }) {
  const { workspaceId, to } = useHere();
  const catalog = useCatalog(workspaceId);
  const baseUrl = catalog.data?.developerBaseUrl.replace(/\/$/, '');
  return (
    <>
      <ButtonLink href={to('runs')} icon="left" small>
        All runs
      </ButtonLink>
      {!isTerminal(run.state) && run.cancelRequestedAt === undefined && <CancelRun run={run} />}
      {request && baseUrl !== undefined && (
        <CopyButton
          text={curlOfRun(run, request, baseUrl, `again-${run.id.slice(-8)}`)}
          what="the request as curl"
          words="Copy as curl"
        />
      )}
    </>
  );
}

function Body({ detail }: { detail: RunDetail }) {
  const { workspaceId } = useHere();
  const nameOfKey = useKeyNames(workspaceId);
  const { run, request, history, entries } = detail;
  return (
    <>
      {run.error && (
        <Notice tone="bad" title={run.error.message}>
          <code>{run.error.code}</code>
          {run.error.providerStatus !== undefined &&
            ` · the provider answered with status ${run.error.providerStatus}`}
          {run.error.retryable
            ? ' · A new run, under a new request key, could succeed.'
            : ' · The same request would fail again.'}
        </Notice>
      )}
      {run.reconciliation && <Evidence run={run} reconciliation={run.reconciliation} />}
      {run.queue && <InQueue queue={run.queue} expiresAt={run.expiresAt} />}
      <div className="columns run-columns">
        <div className="stack">
          <Conversation run={run} request={request} />
          <Card title="Entries" about="What the run did in the ledger, oldest first." isFlush>
            <EntryTable entries={entries} nameOfKey={nameOfKey} isOfRun />
          </Card>
        </div>
        <div className="stack">
          <Card title="What it is">
            <About detail={detail} keyName={nameOfKey(run.keyId)} />
          </Card>
          <Card title="States">
            <Timeline history={history} isOver={isTerminal(run.state)} />
          </Card>
          <Receipt run={run} entries={entries} />
        </div>
      </div>
    </>
  );
}

function About({ detail: { run }, keyName }: { detail: RunDetail; keyName: string }) {
  const { to } = useHere();
  const { attribution = {}, metadata = {}, usage = {} } = run;
  const took =
    run.finishedAt === undefined
      ? undefined
      : Date.parse(run.finishedAt) - Date.parse(run.createdAt);
  return (
    <Facts>
      <Fact name="State">
        <RunBadge state={run.state} />
      </Fact>
      <Fact name="Model">
        <code>{run.model}</code>
      </Fact>
      {run.provider !== undefined && <Fact name="Provider">{run.provider}</Fact>}
      {run.providerReference !== undefined && (
        <Fact name="Known there as">
          <code>{run.providerReference}</code>
        </Fact>
      )}
      <Fact name="Key">{keyName}</Fact>
      <Fact name="Request key">
        <code>{run.idempotencyKey}</code>
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
      {took !== undefined && <Fact name="Took">{formatDuration(took)}</Fact>}
      {run.finishReason !== undefined && <Fact name="Ended by">{run.finishReason}</Fact>}
      {TOKENS.map(([name, member]) => {
        const count = usage[member];
        return count === undefined ? null : (
          <Fact key={member} name={name}>
            {count.toLocaleString('en')}
          </Fact>
        );
      })}
      {ATTRIBUTION.map(([name, member]) => {
        const value = attribution[member];
        return value === undefined ? null : (
          <Fact key={member} name={name}>
            <code>{value}</code>
          </Fact>
        );
      })}
      {Object.entries(metadata).map(([name, value]) => (
        <Fact key={name} name={`Label ${name}`}>
          <Link href={labelled(to('runs'), `${name}:${value}`)} title="Runs with this label">
            <code>{value}</code>
          </Link>
        </Fact>
      ))}
    </Facts>
  );
}

const labelled = (runs: string, label: string) => `${runs}?${new URLSearchParams({ label })}`;

const TOKENS = [
  ['Prompt tokens', 'promptTokens'],
  ['from the cache', 'cachedPromptTokens'],
  ['Completion tokens', 'completionTokens'],
  ['for reasoning', 'reasoningTokens'],
] as const;

const ATTRIBUTION = [
  ['Session', 'sessionId'],
  ['End user', 'endUserId'],
  ['Prompt', 'promptId'],
  ['Prompt version', 'promptVersion'],
] as const;
