/** The end users that runs and spans name, and their cost. */
import { Link } from 'wouter';
import { allRows, type EndUser, useEndUsers } from '../api/index.ts';
import { ALL_TRACES } from '../filters/index.ts';
import { decimalsOf } from '../format/index.ts';
import { useHere } from '../frame/here.tsx';
import { Ago, Button, Card, Empty, Listing, Page, Table, useUnit } from '../parts/index.ts';
import { Errors, Spend, Steps } from './traces/cells.tsx';
import { TraceFilters, useTracesView } from './traces/filters.tsx';

export function EndUsersPage({ title }: { title: string }) {
  const { workspaceId } = useHere();
  const { view, query, isFiltered, show } = useTracesView();
  const { sessionId: _, status: __, ...filters } = query;
  const users = useEndUsers(workspaceId, filters);
  return (
    <Page title={title} about="End users your programs name on runs and spans, most recent first.">
      <TraceFilters view={view} onChange={show} by={['endUserId']} />
      <Listing
        list={users}
        rows={allRows(users.data)}
        what="the end users"
        bones={8}
        empty={
          users.hasNextPage ? null : isFiltered ? (
            <Empty
              icon="search"
              title="No matching end users"
              actions={<Button onPress={() => show(ALL_TRACES)}>Clear the filters</Button>}
            >
              Enter the full end user ID.
            </Empty>
          ) : (
            <Empty icon="user" title="No end users yet">
              Set <code>attribution.endUserId</code> on your runs, or <code>user.id</code> on your
              spans, to see them here.
            </Empty>
          )
        }
      >
        {(rows) => (
          <Card isFlush>
            <UserTable users={rows} />
          </Card>
        )}
      </Listing>
    </Page>
  );
}

function UserTable({ users }: { users: EndUser[] }) {
  const { to } = useHere();
  const unit = useUnit();
  const decimals = decimalsOf(
    users.map(({ totals }) => totals.chargedAmount),
    unit,
  );
  return (
    <Table label="End users">
      <thead>
        <tr>
          <th scope="col">End user</th>
          <th scope="col">Steps</th>
          <th scope="col">Errors</th>
          <th scope="col" className="number">
            Spent
          </th>
          <th scope="col">Last seen</th>
          <th scope="col">Activity</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.endUserId}>
            <th scope="row" className="group-name">
              {user.endUserId}
            </th>
            <td data-label="Steps">
              <Steps {...user} />
            </td>
            <td data-label="Errors">
              <Errors {...user} />
            </td>
            <td data-label="Spent" className="number">
              <Spend {...user} decimals={decimals} />
            </td>
            <td data-label="Last seen">
              <Ago at={user.lastStartedAt} />
            </td>
            <td data-label="Activity">
              <span className="group-links">
                {WAYS.map(([page, parameter, words]) => (
                  <Link
                    key={page}
                    href={`${to(page)}?${new URLSearchParams({ [parameter]: user.endUserId })}`}
                  >
                    {words}
                    <span className="sr-only"> of {user.endUserId}</span>
                  </Link>
                ))}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const WAYS = [
  ['traces', 'endUser', 'Traces'],
  ['sessions', 'endUser', 'Sessions'],
  ['runs', 'search', 'Runs'],
] as const;
