/**
 * Where the link of a mail leads. The token comes in the fragment, which no server sees, and is taken out of the address at
 * once.
 */
import { useState } from 'react';
import { faultsByField, hasCode, useAcceptPasswordReset } from '../../api/index.ts';
import { Doorway } from '../../frame/doorway.tsx';
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
      <Doorway title={title} about="Your new password is set.">
        <Notice tone="good" title="You are signed out everywhere" isAlert>
          Sign in with the new password.
        </Notice>
        <ToSignIn />
      </Doorway>
    );
  }
  if (token === '' || hasCode(submission.error, 'link_not_valid')) {
    return (
      <Doorway title="This link does not work" about="It was used, has expired, or is not whole.">
        <p>A link works once, for an hour. Your password is what it was.</p>
        <ButtonLink href="/forgot-password" look="primary" wide>
          Ask for another
        </ButtonLink>
      </Doorway>
    );
  }
  const faults = faultsByField(submission.error, ['newPassword']);
  const missing = 12 - newPassword.length;
  return (
    <Doorway title={title} about="It ends every session that you have.">
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
              ? `${missing} more characters.`
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
          Set the password
        </Button>
      </Form>
    </Doorway>
  );
}

function ToSignIn() {
  return (
    <ButtonLink href="/sign-in" look="primary" wide>
      Sign in
    </ButtonLink>
  );
}

/** Outlives the first reading: React may run it twice, and the address has the token only once. */
let taken = '';

function takeToken(): string {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token');
  if (token !== null) {
    taken = token;
    window.history.replaceState(null, '', window.location.pathname);
  }
  return taken;
}
