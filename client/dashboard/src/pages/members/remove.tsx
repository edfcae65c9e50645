/** Removes a member, who may be the user, from the workspace. The user can also revoke the keys of the member. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import { type Member, useDeleteMember } from '../../api/index.ts';
import { plural } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Check, Confirmation, useSubmission } from '../../parts/index.ts';

export function Remove({ member, onClose }: { member: Member; onClose: () => void }) {
  const { workspaceId, workspaceName, me, isAtLeast } = useHere();
  const { user, activeKeys } = member;
  const [, navigate] = useLocation();
  const remove = useDeleteMember();
  const [revokeKeys, setRevokeKeys] = useState(false);
  const isMe = user.id === me.user.id;
  const submission = useSubmission(async () => {
    const { revokedKeys } = await remove.mutateAsync({
      params: { path: { workspaceId, userId: user.id }, query: { revokeKeys } },
    });
    const left = isMe ? 'You left the workspace.' : `Removed ${user.name}.`;
    announce(revokedKeys > 0 ? `${left} ${plural(revokedKeys, 'key')} revoked.` : left);
    onClose();
    if (isMe) navigate('/');
  });
  return (
    <Confirmation
      title={isMe ? `Leave ${workspaceName}?` : `Remove ${user.name}?`}
      submission={submission}
      verb={isMe ? 'Leave' : 'Remove'}
      keep={isMe ? 'Stay' : 'Keep'}
      onClose={onClose}
    >
      <ul className="consequences">
        <li>{isMe ? 'You lose' : `${user.name} loses`} access to this workspace immediately.</li>
        <li>{wordsOfKeys(activeKeys, isMe ? 'You' : 'They')}</li>
        <li>Rejoining takes a new invitation.</li>
      </ul>
      {activeKeys > 0 && isAtLeast('admin') && (
        <Check isSelected={revokeKeys} onChange={setRevokeKeys}>
          Also revoke {activeKeys === 1 ? 'this key' : `these ${activeKeys} keys`}. Programs that
          use {activeKeys === 1 ? 'it' : 'them'} stop working. This can’t be undone.
        </Check>
      )}
    </Confirmation>
  );
}

function wordsOfKeys(activeKeys: number, who: 'You' | 'They'): string {
  if (activeKeys === 0)
    return who === 'You' ? 'You have no active keys.' : 'They have no active keys.';
  return `${who} created ${plural(activeKeys, 'active key')}. ${activeKeys === 1 ? 'It keeps' : 'They keep'} working unless revoked.`;
}
