/** Turning the second factor off, with the password and a code. */
import { useState } from 'react';
import { faultsByField, useDeleteSecondFactor } from '../../api/index.ts';
import {
  announce,
  Button,
  Dialog,
  DialogActions,
  Field,
  Form,
  useSubmission,
} from '../../parts/index.ts';

const FIELDS = ['currentPassword', 'code'] as const;

export function TurnOff({ onClose }: { onClose: () => void }) {
  const remove = useDeleteSecondFactor();
  const [currentPassword, setPassword] = useState('');
  const [code, setCode] = useState('');
  const submission = useSubmission(async () => {
    await remove.mutateAsync({ body: { currentPassword, code } });
    announce('The second factor is off.');
    onClose();
  });
  const faults = faultsByField(submission.error, FIELDS);
  return (
    <Dialog title="Turn the second factor off" isOpen onClose={onClose} kind="form">
      <Form submission={submission} fields={FIELDS}>
        <div className="dialog-body">
          <p>
            Your password alone signs in from then on, and your recovery codes are worth nothing.
          </p>
          <Field
            label="Current password"
            type="password"
            autoComplete="current-password"
            value={currentPassword}
            onChange={setPassword}
            fault={faults.currentPassword}
          />
          <Field
            label="Code"
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
            fault={faults.code}
            hint="Of your app, or a recovery code."
          />
        </div>
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="danger"
            isPending={submission.isPending}
            isDisabled={currentPassword === '' || code.trim() === ''}
          >
            Turn off
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
