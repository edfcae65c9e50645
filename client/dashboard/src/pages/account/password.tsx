/** The password of whoever is signed in, changed with the present one. */
import { useState } from 'react';
import { faultsByField, hasCode, useUpdatePassword } from '../../api/index.ts';
import { Button, Card, Field, Form, Notice, useSubmission } from '../../parts/index.ts';

const FIELDS = ['currentPassword', 'newPassword'] as const;

export function Password() {
  const update = useUpdatePassword();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const [isDone, setDone] = useState(false);
  const submission = useSubmission(async () => {
    setDone(false);
    await update.mutateAsync({ body: { currentPassword, newPassword } });
    setCurrent('');
    setNew('');
    setDone(true);
  });
  const faults = faultsByField(submission.error, FIELDS);
  const isWrong = hasCode(submission.error, 'wrong_credentials');
  return (
    <Card title="Your password" about="Changing it signs you out of all other browsers.">
      <Form submission={submission} fields={FIELDS}>
        <div className="inline-form">
          <Field
            label="Current password"
            type="password"
            autoComplete="current-password"
            value={currentPassword}
            onChange={setCurrent}
            fault={faults.currentPassword ?? (isWrong ? 'This is not your password.' : undefined)}
          />
          <Field
            label="New password"
            type="password"
            autoComplete="new-password"
            value={newPassword}
            onChange={setNew}
            fault={faults.newPassword}
            hint="At least 12 characters."
          />
          <Button
            type="submit"
            isPending={submission.isPending}
            isDisabled={currentPassword === '' || newPassword.length < 12}
          >
            Change
          </Button>
        </div>
        {isDone && (
          <Notice tone="good" title="Your password was changed" isAlert>
            Other browsers are signed out.
          </Notice>
        )}
      </Form>
    </Card>
  );
}
