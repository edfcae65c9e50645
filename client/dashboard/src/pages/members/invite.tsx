/** Making an invitation. Its link is shown once; whoever has it can use it. */
import { useState } from 'react';
import { faultsByField, type Role, useCreateInvitation } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  CopyButton,
  Dialog,
  DialogActions,
  Field,
  Form,
  Notice,
  Radios,
  useSubmission,
} from '../../parts/index.ts';
import { ROLE_OPTIONS } from './roles.ts';

const FIELDS = ['email', 'role'] as const;

export function Invite({ onClose }: { onClose: () => void }) {
  const { workspaceId, isAtLeast } = useHere();
  const create = useCreateInvitation();
  const [role, setRole] = useState<Role>('member');
  const [email, setEmail] = useState('');
  const [url, setUrl] = useState<string>();
  const submission = useSubmission(async () => {
    const made = await create.mutateAsync({
      params: { path: { workspaceId } },
      body: { role, ...(email.trim() !== '' && { email: email.trim() }) },
    });
    setUrl(made.url);
  });
  const faults = faultsByField(submission.error, FIELDS);
  if (url !== undefined) return <TheLink url={url} onClose={onClose} />;
  return (
    <Dialog title="Invite someone" isOpen onClose={onClose} kind="form">
      <Form submission={submission} fields={FIELDS}>
        <div className="dialog-body">
          <Radios
            label="Role"
            options={ROLE_OPTIONS.filter(({ value }) => value !== 'owner' || isAtLeast('owner'))}
            value={role}
            onChange={setRole}
          />
          <Field
            label="E-mail"
            type="email"
            isOptional
            value={email}
            onChange={setEmail}
            fault={faults.email}
            hint="Only this person can use the link. We don’t send email; share the link yourself."
            autoComplete="off"
          />
        </div>
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={submission.isPending}>
            Create link
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function TheLink({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <Dialog title="The invitation's link" isOpen onClose={onClose} kind="locked">
      <div className="dialog-body">
        <Notice tone="warn" title="Shown only once">
          The link works once, within seven days. Share it privately.
        </Notice>
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
