/** The page that the link in the mail opens. */
import { useState } from 'react';
import { faultsByField, hasCode, useAcceptPasswordReset } from '../../api/index.ts';
import { AuthPage } from '../../frame/auth-page.tsx';
import { MIN_PASSWORD, NewPasswordField } from '../../frame/credentials.tsx';
import { forgetLinkToken, takeLinkToken } from '../../frame/opened-by-link.tsx';
import { Button, ButtonLink, Form, Notice, useSubmission, useTitle } from '../../parts/index.ts';

export function NewPasswordPage({ title }: { title: string }) {
  const [token] = useState(takeLinkToken);
  const use = useAcceptPasswordReset();
  const [newPassword, setNew] = useState('');
  const [isDone, setDone] = useState(false);
  useTitle(title);
  const submission = useSubmission(async () => {
    await use.mutateAsync({ body: { token, newPassword } });
    forgetLinkToken();
    setDone(true);
  });
  if (isDone) {
    return (
      <AuthPage title={title} about="Your password was changed.">
        <Notice tone="good" title="You’re signed out everywhere" isAlert>
          Sign in with your new password.
        </Notice>
        <ButtonLink href="/sign-in" look="primary" wide>
          Sign in
        </ButtonLink>
      </AuthPage>
    );
  }
  if (token === '' || hasCode(submission.error, 'link_not_valid')) {
    return (
      <AuthPage
        title="This link doesn’t work"
        about="It was already used, it expired, or it’s incomplete."
      >
        <p>Each link works once and expires after an hour. Your password hasn’t changed.</p>
        <ButtonLink href="/forgot-password" look="primary" wide>
          Get a new link
        </ButtonLink>
      </AuthPage>
    );
  }
  const faults = faultsByField(submission.error, ['newPassword']);
  return (
    <AuthPage title={title} about="Changing it signs you out everywhere.">
      <Form submission={submission} fields={['newPassword']}>
        <NewPasswordField
          label="New password"
          value={newPassword}
          onChange={setNew}
          fault={faults.newPassword}
          autoFocus
        />
        <Button type="submit" look="primary" wide isDisabled={newPassword.length < MIN_PASSWORD}>
          Set password
        </Button>
      </Form>
    </AuthPage>
  );
}
