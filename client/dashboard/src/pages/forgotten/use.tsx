/**
 * The page that the link in the mail opens. The token is in the fragment, which no server gets, and the page removes it
 * from the address at once.
 */
import { useState } from 'react';
import { faultsByField, hasCode, useAcceptPasswordReset } from '../../api/index.ts';
import { plural } from '../../format/index.ts';
import { AuthPage } from '../../frame/auth-page.tsx';
import {
  Button,
  ButtonLink,
  Field,
  Form,
  Notice,
  useSubmission,
  useTitle,
} from '../../parts/index.ts';

export function NewPasswordPage({ title }: { title: string }) {
  const [token] = useState(takeToken);
  const use = useAcceptPasswordReset();
  const [newPassword, setNew] = useState('');
  const [isDone, setDone] = useState(false);
  useTitle(title);
  const submission = useSubmission(async () => {
    await use.mutateAsync({ body: { token, newPassword } });
    taken = '';
    setDone(true);
  });
  if (isDone) {
    return (
      <AuthPage title={title} about="Your password was changed.">
        <Notice tone="good" title="You’re signed out everywhere" isAlert>
          Sign in with your new password.
        </Notice>
        <ToSignIn />
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
  const missing = 12 - newPassword.length;
  return (
    <AuthPage title={title} about="Changing it signs you out everywhere.">
      <Form submission={submission} fields={['newPassword']}>
        <Field
          label="New password"
          type="password"
          name="password"
          autoComplete="new-password"
          value={newPassword}
          onChange={setNew}
          fault={faults.newPassword}
          hint={
            newPassword !== '' && missing > 0
              ? `${plural(missing, 'more character')}.`
              : 'At least 12 characters.'
          }
          isRequired
          autoFocus
        />
        <Button
          type="submit"
          look="primary"
          wide
          isPending={submission.isPending}
          isDisabled={missing > 0}
        >
          Set password
        </Button>
      </Form>
    </AuthPage>
  );
}

function ToSignIn() {
  return (
    <ButtonLink href="/sign-in" look="primary" wide>
      Sign in
    </ButtonLink>
  );
}

/** Keeps the token after the first read: React may read twice, and the address has the token only once. */
let taken = '';

function takeToken(): string {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token');
  if (token !== null) {
    taken = token;
    window.history.replaceState(null, '', window.location.pathname);
  }
  return taken;
}
