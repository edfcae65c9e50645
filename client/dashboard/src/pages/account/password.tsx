/** Changes the password of the signed-in user, who has to type the current one. */
import { useState } from 'react';
import { faultsByField, useUpdatePassword } from '../../api/index.ts';
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
  return (
    <Card title="Password" about="Changing it signs you out everywhere else.">
      <Form submission={submission} fields={FIELDS}>
        <div className="inline-form">
          <Field
            label="Current password"
            type="password"
            autoComplete="current-password"
            value={currentPassword}
            onChange={setCurrent}
            fault={faults.currentPassword}
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
            Change password
          </Button>
        </div>
        {isDone && (
          <Notice tone="good" title="Password changed" isAlert>
            You’re signed out everywhere else.
          </Notice>
        )}
      </Form>
    </Card>
  );
}
