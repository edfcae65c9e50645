/** Creates an invitation. Its link is shown once; anybody who has it can use it. */
import { useState } from 'react';
import {
  faultsByField,
  type Role,
  useCreateInvitation,
  useSignInMethods,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  CopyButton,
  Dialog,
  DialogActions,
  Field,
  Notice,
  Radios,
  SaveDialog,
  useSubmission,
} from '../../parts/index.ts';
import { ROLE_OPTIONS } from './roles.ts';

const FIELDS = ['email', 'role'] as const;

export function Invite({ onClose }: { onClose: () => void }) {
  const { workspaceId, isAtLeast } = useHere();
  const create = useCreateInvitation();
  const [role, setRole] = useState<Role>('member');
  const [email, setEmail] = useState('');
  const [made, setMade] = useState<{ url: string; mailedTo?: string; isNotMailed?: boolean }>();
  const sendsMail = useSignInMethods().data?.passwordReset === 'mail';
  const submission = useSubmission(async () => {
    const { url, mailed } = await create.mutateAsync({
      params: { path: { workspaceId } },
      body: { role, ...(email.trim() !== '' && { email: email.trim() }) },
    });
    const isNotMailed = sendsMail && email.trim() !== '' && !mailed;
    setMade({ url, isNotMailed, ...(mailed && { mailedTo: email.trim() }) });
  });
  const faults = faultsByField(submission.error, FIELDS);
  if (made) return <TheLink {...made} onClose={onClose} />;
  return (
    <SaveDialog
      title="Invite someone"
      submission={submission}
      fields={FIELDS}
      save="Create link"
      onClose={onClose}
    >
      <Radios
        label="Role"
        options={ROLE_OPTIONS.filter(({ value }) => value !== 'owner' || isAtLeast('owner'))}
        value={role}
        onChange={setRole}
      />
      <Field
        label="Email"
        type="email"
        isOptional
        value={email}
        onChange={setEmail}
        fault={faults.email}
        hint={
          sendsMail
            ? 'Only this person can use the link. We email it to them and show it to you.'
            : 'Only this person can use the link. We don’t send email; share the link yourself.'
        }
        autoComplete="off"
      />
    </SaveDialog>
  );
}

interface TheLinkProps {
  url: string;
  mailedTo?: string;
  /** True if the service sent no email, because it had sent too many today. */
  isNotMailed?: boolean;
  onClose: () => void;
}

function TheLink({ url, mailedTo, isNotMailed = false, onClose }: TheLinkProps) {
  return (
    <Dialog title="Invitation link" isOpen onClose={onClose} kind="locked">
      <div className="dialog-body">
        <Notice tone="warn" title="Shown only once">
          The link works once and expires in seven days. Share it privately.
        </Notice>
        {mailedTo !== undefined && <p>We emailed a link to {mailedTo}.</p>}
        {isNotMailed && (
          <p>
            We couldn’t email this invitation: too many were sent today. Share the link yourself.
          </p>
        )}
        <div className="secret">
          <code data-testid="invitation-link">{url}</code>
          <CopyButton text={url} what="the link" words="Copy" look="primary" />
        </div>
      </div>
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
