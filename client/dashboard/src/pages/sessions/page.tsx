/** Shows all sessions, or the session that the address names. */
import { useSearchParams } from 'wouter';
import { allRows, type Session, useSessions } from '../../api/index.ts';
import { ALL_TRACES } from '../../filters/index.ts';
import { CustomerLink, SessionLink } from '../../frame/attribution-links.tsx';
import { useHere } from '../../frame/here.tsx';
import {
  Ago,
  Button,
  Card,
  DataTable,
  Empty,
  Listing,
  Page,
  useDecimals,
} from '../../parts/index.ts';
import { Errors, Spend, Steps } from '../traces/cells.tsx';
import { TraceFilters, useTracesView } from '../traces/filters.tsx';
import { SessionPage } from './session.tsx';

export function SessionsPage({ title }: { title: string }) {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id === null ? <AllSessions title={title} /> : <SessionPage key={id} id={id} />;
}

function AllSessions({ title }: { title: string }) {
  const { workspaceId } = useHere();
  const { view, query, isFiltered, show } = useTracesView();
  const { sessionId: _, status: __, ...filters } = query;
  const sessions = useSessions(workspaceId, filters);
  return (
    <Page title={title} about="Conversations, grouped by the session ID your programs send.">
      <TraceFilters view={view} onChange={show} by={['endUserId']} />
      <Listing
        list={sessions}
        rows={allRows(sessions.data)}
        what="the sessions"
        bones={8}
        empty={
          sessions.hasNextPage ? null : isFiltered ? (
            <Empty
              icon="search"
              title="No matching sessions"
              actions={<Button onPress={() => show(ALL_TRACES)}>Clear the filters</Button>}
            >
              Enter the full customer ID.
            </Empty>
          ) : (
            <Empty icon="sessions" title="No sessions yet">
              Set <code>attribution.sessionId</code> on your runs, or{' '}
              <code>gen_ai.conversation.id</code> on your spans, to group them into sessions.
            </Empty>
          )
        }
      >
        {(rows) => (
          <Card isFlush>
            <SessionTable sessions={rows} />
          </Card>
        )}
      </Listing>
    </Page>
  );
}

function SessionTable({ sessions }: { sessions: Session[] }) {
  const decimals = useDecimals(sessions.map(({ totals }) => totals.chargedAmount));
  return (
    <DataTable
      label="Sessions"
      rows={sessions}
      keyOf={({ sessionId }) => sessionId}
      numbers={['Cost']}
      classes={{ Session: 'group-name', Customer: 'group-name' }}
      columns={{
        Session: ({ sessionId }) => <SessionLink id={sessionId} />,
        Customer: ({ endUserId }) => (
          <span>
            {endUserId === undefined ? (
              <span className="faint">none</span>
            ) : (
              <CustomerLink id={endUserId} />
            )}
          </span>
        ),
        Steps,
        Errors,
        Cost: (session) => <Spend {...session} decimals={decimals} />,
        'Last active': ({ lastStartedAt }) => <Ago at={lastStartedAt} />,
      }}
    />
  );
}
