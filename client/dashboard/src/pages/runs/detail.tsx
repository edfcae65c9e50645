/** One model run: its outcome, its states with their times, its cost, its request and its answer. */
import type { ModelRun } from '../../api/index.ts';
import { formatCount } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { ButtonLink, Fact, Tile } from '../../parts/index.ts';
import { curlOfRun } from '../../snippets/index.ts';
import { DetailPage, Lead, RunBody } from './body.tsx';
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
          lead={
            <Lead run={run}>
              <Tokens run={run} />
            </Lead>
          }
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

function Tokens({ run: { usage = {} } }: { run: ModelRun }) {
  const { promptTokens, completionTokens } = usage;
  if (promptTokens === undefined && completionTokens === undefined) return null;
  return (
    <Tile
      name="Tokens"
      note={`${formatCount(promptTokens ?? 0)} in, ${formatCount(completionTokens ?? 0)} out`}
    >
      {formatCount((promptTokens ?? 0) + (completionTokens ?? 0))}
    </Tile>
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
