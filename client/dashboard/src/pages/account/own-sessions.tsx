/** Lists the sessions of the user, and ends them. */
import {
  type OwnSession,
  useDeleteOtherSessions,
  useDeleteOwnSession,
  useOwnSessions,
} from '../../api/index.ts';
import {
  Ago,
  announce,
  Badge,
  Button,
  Card,
  FormProblem,
  Listing,
  Moment,
  Table,
  useSubmission,
} from '../../parts/index.ts';
import { wordsOfBrowser } from './browser-words.ts';

export function OwnSessions() {
  const sessions = useOwnSessions();
  const endOthers = useDeleteOtherSessions();
  const submission = useSubmission(async () => {
    const { ended } = await endOthers.mutateAsync({});
    announce(ended === 1 ? 'Signed out one browser.' : `Signed out ${ended} browsers.`);
  });
  const rows = sessions.data?.data;
  const hasOthers = rows?.some(({ current }) => !current) ?? false;
  return (
    <Card
      title="Where you’re signed in"
      about="Don’t recognize one? Sign it out, then change your password."
      isFlush
      actions={
        hasOthers && (
          <Button small isPending={submission.isPending} onPress={submission.submit}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <FormProblem error={submission.error} />
      <Listing list={sessions} rows={rows} what="your sessions" bones={2} empty={null}>
        {(all) => (
          <Table label="Where you’re signed in">
            <thead>
              <tr>
                <th scope="col">Browser</th>
                <th scope="col">Signed in</th>
                <th scope="col">Last used</th>
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {all.map((session) => (
                <Row key={session.id} session={session} />
              ))}
            </tbody>
          </Table>
        )}
      </Listing>
    </Card>
  );
}

function Row({ session }: { session: OwnSession }) {
  const end = useDeleteOwnSession();
  const { id, current, createdAt, lastUsedAt, userAgent } = session;
  const words = wordsOfBrowser(userAgent);
  const submission = useSubmission(async () => {
    await end.mutateAsync({ params: { path: { ownSessionId: id } } });
    announce(`Signed out ${words}.`);
  });
  return (
    <tr>
      <th scope="row">
        {words} {current && <Badge tone="plain">This browser</Badge>}
        <FormProblem error={submission.error} />
      </th>
      <td data-label="Signed in">
        <Moment at={createdAt} />
      </td>
      <td data-label="Last used">
        <Ago at={lastUsedAt} />
      </td>
      <td className="row-actions">
        {!current && (
          <Button small look="quiet" isPending={submission.isPending} onPress={submission.submit}>
            Sign out <span className="sr-only">{words}</span>
          </Button>
        )}
      </td>
    </tr>
  );
}
