/** Invitations that can still be accepted. Their links are not shown again. */
import { useState } from 'react';
import { allRows, type Invitation, useDeleteInvitation, useInvitations } from '../../api/index.ts';
import { capitalized } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Ago,
  announce,
  Button,
  Card,
  FormProblem,
  Listing,
  Table,
  useSubmission,
} from '../../parts/index.ts';

export function Invitations({ onInvite }: { onInvite: () => void }) {
  const { workspaceId } = useHere();
  const invitations = useInvitations(workspaceId, true);
  const rows = allRows(invitations.data);
  if (rows?.length === 0) {
    return (
      <Card title="Open invitations">
        <p className="muted">
          No open invitations.{' '}
          <Button small onPress={onInvite}>
            Invite someone
          </Button>
        </p>
      </Card>
    );
  }
  return (
    <Card
      title="Open invitations"
      about="Each link works once and expires after seven days."
      isFlush
    >
      <Listing list={invitations} rows={rows} what="the invitations" bones={2} empty={null}>
        {(all) => (
          <Table label="Open invitations">
            <thead>
              <tr>
                <th scope="col">For</th>
                <th scope="col">Role</th>
                <th scope="col">Created</th>
                <th scope="col">Expires</th>
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {all.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
            </tbody>
          </Table>
        )}
      </Listing>
    </Card>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { workspaceId } = useHere();
  const remove = useDeleteInvitation();
  const [isAsking, setAsking] = useState(false);
  const submission = useSubmission(async () => {
    await remove.mutateAsync({
      params: { path: { workspaceId, invitationId: invitation.id } },
    });
    announce('Invitation withdrawn. Its link no longer works.');
  });
  return (
    <tr>
      <th scope="row">
        {invitation.email ?? 'Anyone with the link'}
        <FormProblem error={submission.error} />
      </th>
      <td data-label="Role">{capitalized(invitation.role)}</td>
      <td data-label="Created">
        <span>
          <Ago at={invitation.createdAt} />
          {invitation.createdBy && <span className="row-note">by {invitation.createdBy.name}</span>}
        </span>
      </td>
      <td data-label="Expires">
        <Ago at={invitation.expiresAt} />
      </td>
      <td className="row-actions">
        {isAsking ? (
          <Button small look="danger" isPending={submission.isPending} onPress={submission.submit}>
            Confirm withdraw
          </Button>
        ) : (
          <Button small look="quiet" onPress={() => setAsking(true)}>
            Withdraw
          </Button>
        )}
      </td>
    </tr>
  );
}
