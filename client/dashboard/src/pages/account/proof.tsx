/** Asks for the password and a code, of the app or a recovery code, before it changes an active second factor. */
import { type ReactNode, useState } from 'react';
import { faultsByField } from '../../api/index.ts';
import { CodeField, PasswordField } from '../../frame/credentials.tsx';
import { Button, Dialog, DialogActions, Form, useSubmission } from '../../parts/index.ts';

const FIELDS = ['currentPassword', 'code'] as const;

export interface Proof {
  currentPassword: string;
  code: string;
}

interface ProofDialogProps {
  title: string;
  /** The text of the submit button. */
  action: string;
  isDangerous?: boolean;
  onProven: (proof: Proof) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

export function ProofDialog(props: ProofDialogProps) {
  const { title, action, isDangerous = false, onProven, onClose, children } = props;
  const [currentPassword, setPassword] = useState('');
  const [code, setCode] = useState('');
  const submission = useSubmission(() => onProven({ currentPassword, code: code.trim() }));
  const faults = faultsByField(submission.error, FIELDS);
  return (
    // A request that is under way finishes, so the dialog can't be closed: nobody would see its codes.
    <Dialog title={title} isOpen onClose={onClose} kind={submission.isPending ? 'locked' : 'form'}>
      <Form submission={submission} fields={FIELDS}>
        <div className="dialog-body">
          <p>{children}</p>
          <PasswordField
            label="Current password"
            value={currentPassword}
            onChange={setPassword}
            fault={faults.currentPassword}
            autoFocus
          />
          <CodeField value={code} onChange={setCode} fault={faults.code} />
        </div>
        <DialogActions>
          <Button onPress={onClose} isDisabled={submission.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            look={isDangerous ? 'danger' : 'primary'}
            isDisabled={currentPassword === '' || code.trim() === ''}
          >
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
