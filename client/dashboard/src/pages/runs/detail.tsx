/** One model run: its outcome, its states with their times, its cost, its request and its answer. */
import { isTerminal, type ModelRun } from '../../api/index.ts';
import { formatCount, formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Ago,
  ButtonLink,
  Fact,
  Money,
  MoneyFigure,
  RunBadge,
  Tile,
  Tiles,
} from '../../parts/index.ts';
import { curlOfRun } from '../../snippets/index.ts';
import { DetailPage, RunBody } from './body.tsx';
import { Conversation } from './conversation.tsx';

export function RunPage({ title, id }: { title: string; id: string }) {
  const { to } = useHere();
  return (
    <DetailPage
      kind="runs"
      {...{ title, id }}
      repeat={({ request }) =>
        request && (
          <ButtonLink href={`${to('playground')}?run=${id}`} icon="play" small>
            Run again
          </ButtonLink>
        )
      }
      curl={({ run, request }, baseUrl, requestKey) =>
        request && curlOfRun(run, request, baseUrl, requestKey)
      }
    >
      {({ run, request, history, entries }) => (
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
      )}
    </DetailPage>
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
            ≤ <Money amount={reservedAmount} look="most" />
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
