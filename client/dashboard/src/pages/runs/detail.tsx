/** One model run: its outcome, its states with their times, its cost, its request and its answer. */
import {
  hasCode,
  isTerminal,
  type ModelRun,
  type RunDetail,
  useCatalog,
  useRun,
} from '../../api/index.ts';
import { formatCount, formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { NotFoundPage } from '../../frame/not-found.tsx';
import {
  Ago,
  Button,
  ButtonLink,
  CopyButton,
  download,
  Fact,
  Failure,
  Money,
  MoneyFigure,
  Page,
  RunBadge,
  Skeleton,
  Tile,
  Tiles,
} from '../../parts/index.ts';
import { curlOfRun } from '../../snippets/index.ts';
import { RunBody, RunId } from './body.tsx';
import { CancelRun } from './cancel.tsx';
import { Conversation } from './conversation.tsx';

export function RunPage({ title, id }: { title: string; id: string }) {
  const { workspaceId } = useHere();
  const detail = useRun('runs', workspaceId, id);
  if (hasCode(detail.error, 'not_found')) return <NotFoundPage />;
  return (
    <Page
      title={`${title} …${id.slice(-8)}`}
      about={<RunId id={id} />}
      actions={detail.data && <PageActions detail={detail.data} />}
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

function PageActions({ detail: { run, request } }: { detail: RunDetail }) {
  const { workspaceId, to } = useHere();
  const catalog = useCatalog(workspaceId);
  const baseUrl = catalog.data?.developerBaseUrl.replace(/\/$/, '');
  return (
    <>
      <ButtonLink href={to('runs')} icon="left" small>
        All runs
      </ButtonLink>
      {!isTerminal(run.state) && run.cancelRequestedAt === undefined && <CancelRun run={run} />}
      {request && (
        <ButtonLink href={`${to('playground')}?run=${run.id}`} icon="play" small>
          Run again
        </ButtonLink>
      )}
      <Button
        small
        icon="download"
        onPress={() => download(`${run.id}.json`, JSON.stringify(run, null, 2), 'json')}
      >
        JSON
      </Button>
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
      lead={<Lead run={run} />}
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

/** The main figures: how the run ended, what it cost, and how long it took. */
function Lead({ run }: { run: ModelRun }) {
  const { state, createdAt, finishedAt, chargedAmount, reservedAmount, usage = {} } = run;
  const { promptTokens, completionTokens } = usage;
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
            ≤ <Money amount={reservedAmount} />
          </>
        )}
      </Tile>
      <Tile name="Duration" note="from creation to end">
        {finishedAt === undefined
          ? 'In progress'
          : formatDuration(Date.parse(finishedAt) - Date.parse(createdAt))}
      </Tile>
      {(promptTokens !== undefined || completionTokens !== undefined) && (
        <Tile
          name="Tokens"
          note={`${formatCount(promptTokens ?? 0)} in, ${formatCount(completionTokens ?? 0)} out`}
        >
          {formatCount((promptTokens ?? 0) + (completionTokens ?? 0))}
        </Tile>
      )}
    </Tiles>
  );
}

function noteOfCost({ state, chargedAmount, feeAmount }: ModelRun) {
  if (chargedAmount === undefined) return isTerminal(state) ? 'the hold was released' : 'on hold';
  if (feeAmount === undefined) return 'charged';
  return (
    <>
      includes a <Money amount={feeAmount} /> fee
    </>
  );
}

function Generated({ run: { finishReason, usage = {} } }: { run: ModelRun }) {
  return (
    <>
      {finishReason !== undefined && <Fact name="Finish reason">{finishReason}</Fact>}
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
  ['Cached tokens', 'cachedPromptTokens'],
  ['Cache writes', 'cacheWriteTokens'],
  ['Cache writes for an hour', 'cacheWrite1hTokens'],
  ['Completion tokens', 'completionTokens'],
  ['Reasoning tokens', 'reasoningTokens'],
] as const;
