/** Who belongs to the workspace, in which role, and who is invited. */
import { useState } from 'react';
import { allRows, type Member, type Role, useMembers, useUpdateMember } from '../../api/index.ts';
import { capitalized } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Badge,
  Button,
  Card,
  FormProblem,
  Listing,
  Moment,
  Page,
  Pick,
  Table,
  useSubmission,
} from '../../parts/index.ts';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';
import { Remove } from './remove.tsx';
import { ROLE_OPTIONS } from './roles.ts';
import './members.css';

export function MembersPage({ title }: { title: string }) {
  const { workspaceId, isAtLeast } = useHere();
  const members = useMembers(workspaceId);
  const [isInviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<Member>();
  return (
    <Page
      title={title}
      about="Members view everything and create keys. Admins also manage money, keys, and invitations. Owners also assign roles."
      actions={
        isAtLeast('admin') && (
          <Button look="primary" icon="plus" onPress={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      <Listing
        list={members}
        rows={allRows(members.data)}
        what="the members"
        bones={4}
        empty={null}
      >
        {(rows) => (
          <Card isFlush>
            <Table label="Members">
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Role</th>
                  <th scope="col">Since</th>
                  <th scope="col">
                    <span className="sr-only">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((member) => (
                  <MemberRow
                    key={member.user.id}
                    member={member}
                    onRemove={() => setLeaving(member)}
                  />
                ))}
              </tbody>
            </Table>
          </Card>
        )}
      </Listing>
      {isAtLeast('admin') && <Invitations onInvite={() => setInviting(true)} />}
      {isInviting && <Invite onClose={() => setInviting(false)} />}
      {leaving && <Remove member={leaving} onClose={() => setLeaving(undefined)} />}
    </Page>
  );
}

function MemberRow({ member, onRemove }: { member: Member; onRemove: () => void }) {
  const { workspaceId, me, isAtLeast } = useHere();
  const update = useUpdateMember();
  const { user, role } = member;
  const isMe = user.id === me.user.id;
  const [chosen, setChosen] = useState<Role>(role);
  const submission = useSubmission(async () => {
    await update.mutateAsync({
      params: { path: { workspaceId, userId: user.id } },
      body: { role: chosen },
    });
    announce(`${user.name} is now ${chosen === 'member' ? 'a' : 'an'} ${chosen}.`);
  });
  return (
    <tr>
      <th scope="row">
        {user.name} {isMe && <Badge tone="plain">You</Badge>}{' '}
        {member.secondFactor && <Badge tone="good">2FA</Badge>}
        <span className="row-note">{user.email}</span>
        <FormProblem error={submission.error} />
      </th>
      <td data-label="Role">
        {isAtLeast('owner') ? (
          <span className="role-change">
            <Pick
              label={`Role of ${user.name}`}
              isLabelHidden
              options={ROLE_OPTIONS}
              value={chosen}
              onChange={setChosen}
            />
            {chosen !== role && (
              <Button
                small
                look="primary"
                isPending={submission.isPending}
                onPress={submission.submit}
              >
                Save
              </Button>
            )}
          </span>
        ) : (
          capitalized(role)
        )}
      </td>
      <td data-label="Since">
        <Moment at={member.joinedAt} />
      </td>
      <td className="row-actions">
        {(isMe || isAtLeast('owner')) && (
          <Button small look="quiet" onPress={onRemove}>
            {isMe ? 'Leave' : 'Remove'}
          </Button>
        )}
      </td>
    </tr>
  );
}
