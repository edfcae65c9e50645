/** Requests a link to reset a password, if the deployment sends mail. No answer reveals whether the account exists. */
import { useState } from 'react';
import { useCreatePasswordReset, useSignInMethods } from '../../api/index.ts';
import { AuthPage } from '../../frame/auth-page.tsx';
import { EmailField } from '../../frame/credentials.tsx';
import {
  Button,
  ButtonLink,
  Form,
  Loaded,
  Notice,
  useSubmission,
  useTitle,
} from '../../parts/index.ts';

export function ForgotPasswordPage({ title }: { title: string }) {
  const methods = useSignInMethods();
  useTitle(title);
  const about =
    methods.data?.passwordReset === 'mail'
      ? 'We’ll email you a link to set a new one.'
      : 'Your operator can set a new one.';
  return (
    <AuthPage title={title} about={about}>
      <Loaded query={methods} rows={2} label="Loading">
        {(data) =>
          data.passwordReset === 'mail' ? (
            <Ask />
          ) : (
            <p>
              This deployment doesn’t send email. Ask your operator to run{' '}
              <code>npm run cli -- members reset-password</code>.
            </p>
          )
        }
      </Loaded>
      <ButtonLink href="/sign-in" look="quiet" wide>
        Back to sign-in
      </ButtonLink>
    </AuthPage>
  );
}

function Ask() {
  const create = useCreatePasswordReset();
  const [email, setEmail] = useState('');
  const [isRequested, setRequested] = useState(false);
  const submission = useSubmission(async () => {
    await create.mutateAsync({ body: { email: email.trim() } });
    setRequested(true);
  });
  if (isRequested) {
    return (
      <Notice tone="good" title="Check your email" isAlert>
        If {email.trim()} has an account, a link is on its way. It works once and expires in an
        hour.
      </Notice>
    );
  }
  return (
    <Form submission={submission}>
      <EmailField value={email} onChange={setEmail} autoFocus />
      <Button type="submit" look="primary" wide isDisabled={email.trim() === ''}>
        Email me a link
      </Button>
    </Form>
  );
}
