/** Asks for the link that makes an account. No answer reveals whether the email has an account. */
import { useState } from 'react';
import { faultsByField, useCreateSignUp, useSignInMethods } from '../../api/index.ts';
import { AuthPage } from '../../frame/auth-page.tsx';
import { EmailField } from '../../frame/credentials.tsx';
import { ContinueWith } from '../../frame/sign-in-form.tsx';
import {
  Button,
  Failure,
  Form,
  Notice,
  Skeleton,
  useSubmission,
  useTitle,
} from '../../parts/index.ts';
import { Captcha, type CaptchaSettings } from './captcha.tsx';

export function SignUpPage({ title }: { title: string }) {
  const methods = useSignInMethods();
  const { data } = methods;
  useTitle(title);
  return (
    <AuthPage
      title={data && !data.signUp ? 'By invitation only' : title}
      about={
        data && !data.signUp
          ? 'This deployment isn’t open to sign-up.'
          : 'We’ll email you a link to continue.'
      }
    >
      {data?.signUp ? (
        <>
          <Ask captcha={data.signUp.captcha} />
          {data.oidc && <ContinueWith name={data.oidc.name} returnTo="/dashboard" />}
        </>
      ) : data ? (
        <p>Ask an admin of your workspace, or your operator, for an invitation link.</p>
      ) : methods.error ? (
        <Failure error={methods.error} onRetry={() => void methods.refetch()} />
      ) : (
        <Skeleton rows={2} label="Loading" />
      )}
      {/* A new document, which may not load the captcha. */}
      <a className="button quiet wide" href="/dashboard/sign-in">
        I already have an account
      </a>
    </AuthPage>
  );
}

function Ask({ captcha }: { captcha: CaptchaSettings | undefined }) {
  const create = useCreateSignUp();
  const [email, setEmail] = useState('');
  const [answer, setAnswer] = useState<string>();
  const [round, setRound] = useState(0);
  const [isRequested, setRequested] = useState(false);
  const submission = useSubmission(async () => {
    const body = { email: email.trim(), ...(answer !== undefined && { captcha: answer }) };
    try {
      await create.mutateAsync({ body });
    } catch (error) {
      setAnswer(undefined);
      setRound(round + 1);
      throw error;
    }
    setRequested(true);
  });
  if (isRequested) {
    return (
      <Notice tone="good" title="Check your email" isAlert>
        We sent a link to {email.trim()}. It works once and expires in an hour. If nothing arrives,
        check your spam folder.
      </Notice>
    );
  }
  const faults = faultsByField(submission.error, ['email']);
  return (
    <Form submission={submission} fields={['email']}>
      <EmailField value={email} onChange={setEmail} fault={faults.email} autoFocus />
      {captcha && <Captcha key={round} captcha={captcha} onAnswer={setAnswer} />}
      <Button
        type="submit"
        look="primary"
        wide
        isDisabled={email.trim() === '' || (captcha !== undefined && answer === undefined)}
      >
        Continue
      </Button>
    </Form>
  );
}
