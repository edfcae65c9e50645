/** One model run: what became of it and when, what it cost, what was asked and answered. */
import {
  hasCode,
  isTerminal,
  type ModelRun,
  type RunDetail,
  useCatalog,
  useRun,
} from '../../api/index.ts';
import { formatCount } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { NotFoundPage } from '../../frame/not-found.tsx';
import { ButtonLink, CopyButton, Fact, Failure, Page, Skeleton } from '../../parts/index.ts';
import { curlOfRun } from '../../snippets/index.ts';
import { RunBody, RunId } from './body.tsx';
import { CancelRun } from './cancel.tsx';
import { Conversation } from './conversation.tsx';

export function RunPage({ title, id }: { title: string; id: string }) {
  const { workspaceId } = useHere();
  const detail = useRun(workspaceId, id);
  if (hasCode(detail.error, 'not_found')) return <NotFoundPage />;
  return (
    <Page
      title={`${title} …${id.slice(-8)}`}
      about={<RunId id={id} />}
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

function Body({ detail: { run, request, history, entries } }: { detail: RunDetail }) {
  return (
    <RunBody
      {...{ run, history, entries }}
      subject={
        <Fact name="Model">
          <code>{run.model}</code>
        </Fact>
      }
      facts={<Generated run={run} />}
    >
      <Conversation run={run} request={request} />
    </RunBody>
  );
}

function Generated({ run: { finishReason, usage = {} } }: { run: ModelRun }) {
  return (
    <>
      {finishReason !== undefined && <Fact name="Ended by">{finishReason}</Fact>}
      {TOKENS.map(([name, member]) => {
        const count = usage[member];
        return count === undefined ? null : (
          <Fact key={member} name={name}>
            {formatCount(count)}
          </Fact>
        );
      })}
    </>
  );
}

const TOKENS = [
  ['Prompt tokens', 'promptTokens'],
  ['from the cache', 'cachedPromptTokens'],
  ['Completion tokens', 'completionTokens'],
  ['for reasoning', 'reasoningTokens'],
] as const;
