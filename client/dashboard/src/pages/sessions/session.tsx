/** One session as a conversation: the messages, the answers, the calls of tools, and the cost of each turn. */
import { Link } from 'wouter';
import { allRows, hasCode, type Session, useSession, useTurns } from '../../api/index.ts';
import { formatCount, plural } from '../../format/index.ts';
import { CustomerLink } from '../../frame/attribution-links.tsx';
import { useHere } from '../../frame/here.tsx';
import { NotFoundPage } from '../../frame/not-found.tsx';
import {
  Button,
  ButtonLink,
  Copyable,
  Failure,
  Loaded,
  Moment,
  MoneyFigure,
  Page,
  Skeleton,
  Tile,
  Tiles,
  useDecimals,
} from '../../parts/index.ts';
import { Scores } from '../scores/card.tsx';
import { atLeast } from '../traces/cells.tsx';
import { ShownTurn } from './turn.tsx';
import './sessions.css';

export function SessionPage({ id }: { id: string }) {
  const { workspaceId, to } = useHere();
  const session = useSession(workspaceId, id);
  if (hasCode(session.error, 'not_found')) return <NotFoundPage />;
  return (
    <Page
      title="Session"
      of={id}
      about={<Copyable text={id} what="the session" />}
      actions={
        <>
          <ButtonLink href={to('sessions')} icon="left" small>
            All sessions
          </ButtonLink>
          <ButtonLink href={`${to('traces')}?${new URLSearchParams({ session: id })}`} small>
            View traces
          </ButtonLink>
        </>
      }
    >
      <Loaded query={session} rows={8} label="Loading the session">
        {(data) => <Body session={data} />}
      </Loaded>
    </Page>
  );
}

const OF_A_PART = 'of the newest 1,000 runs';

function Body({ session }: { session: Session }) {
  const { totals, sessionId, endUserId, isPartial } = session;
  return (
    <>
      <Tiles>
        <Tile
          name="Charged"
          note={
            isPartial
              ? OF_A_PART
              : totals.pendingRuns > 0
                ? `${plural(totals.pendingRuns, 'run')} in progress`
                : 'for all its runs'
          }
        >
          <MoneyFigure amount={totals.chargedAmount} what="Charged" />
        </Tile>
        <Tile name="Runs">{atLeast(totals.runs, isPartial)}</Tile>
        <Tile name="Errors" {...(isPartial && { note: OF_A_PART })}>
          {formatCount(totals.errors)}
        </Tile>
        <Tile
          name="Started"
          {...(endUserId !== undefined && {
            note: (
              <>
                by <CustomerLink id={endUserId} />
              </>
            ),
          })}
        >
          <span className="session-began">
            <Moment at={session.startedAt} />
          </span>
        </Tile>
      </Tiles>
      <div className="columns">
        <Turns session={session} />
        <div className="stack">
          <Scores judged={{ sessionId }} />
        </div>
      </div>
    </>
  );
}

/** The newest turns are last; earlier ones are loaded from the top. */
function Turns({ session: { sessionId, totals } }: { session: Session }) {
  const { workspaceId, to } = useHere();
  const turns = useTurns(workspaceId, sessionId, totals.pendingRuns > 0);
  const rows = allRows(turns.data)?.toReversed();
  const decimals = useDecimals((rows ?? []).map(({ chargedAmount = 0 }) => chargedAmount));
  if (!rows) {
    if (turns.error) return <Failure error={turns.error} onRetry={() => void turns.refetch()} />;
    return <Skeleton rows={6} label="Loading the conversation" />;
  }
  return (
    <section className="conversation" aria-label="Conversation">
      {turns.hasNextPage && (
        <div className="more">
          <Button
            small
            icon="up"
            isPending={turns.isFetchingNextPage}
            onPress={() => void turns.fetchNextPage()}
          >
            Show earlier messages
          </Button>
        </div>
      )}
      {rows.length === 0 && !turns.hasNextPage && (
        <p className="muted">
          This session has no runs. Its spans are in{' '}
          <Link href={`${to('traces')}?${new URLSearchParams({ session: sessionId })}`}>
            its traces
          </Link>
          .
        </p>
      )}
      <ol className="turns">
        {rows.map((turn) => (
          <li key={turn.runId}>
            <ShownTurn turn={turn} decimals={decimals} />
          </li>
        ))}
      </ol>
    </section>
  );
}
