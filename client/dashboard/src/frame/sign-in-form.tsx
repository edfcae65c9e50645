/** Signing in, by password or with the identity provider. */
import { useState } from 'react';
import {
  faultsByField,
  hasCode,
  type SignInMethods,
  useBegin,
  useSignIn,
  useSignInMethods,
} from '../api/index.ts';
import { Button, ButtonLink, Form, useSubmission } from '../parts/index.ts';
import { CodeField, EmailField, PasswordField } from './credentials.tsx';
import './sign-in-form.css';

interface SignInFormProps {
  email?: string;
  /** The page to which the identity provider redirects. */
  returnTo: string;
  onDone?: () => void;
}

export function SignInForm({ email: known = '', returnTo, onDone }: SignInFormProps) {
  const methods = useSignInMethods();
  const signIn = useSignIn();
  const begin = useBegin();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const submission = useSubmission(async () => {
    const secondFactor = code === undefined ? {} : { code: code.trim() };
    try {
      begin(await signIn.mutateAsync({ body: { email: email.trim(), password, ...secondFactor } }));
    } catch (error) {
      if (!hasCode(error, 'second_factor_required')) throw error;
      setCode('');
      return;
    }
    onDone?.();
  });
  const changeEmail = (typed: string) => {
    setEmail(typed);
    // The server asks to wait for one account only.
    submission.reset();
  };
  return (
    <>
      <Form submission={submission} fields={['code']}>
        <EmailField value={email} onChange={changeEmail} autoFocus={known === ''} />
        <PasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          autoFocus={known !== ''}
        />
        {code !== undefined && (
          <CodeField
            value={code}
            onChange={setCode}
            autoFocus
            fault={faultsByField(submission.error, ['code']).code}
          />
        )}
        <Button
          type="submit"
          look="primary"
          wide
          isDisabled={email.trim() === '' || password === '' || code?.trim() === ''}
        >
          Sign in
        </Button>
      </Form>
      {methods.data && <OtherWays methods={methods.data} returnTo={returnTo} />}
    </>
  );
}

interface OtherWaysProps {
  methods: SignInMethods;
  returnTo: string;
}

/** The links to reset the password and to sign in with the identity provider. */
function OtherWays({ methods: { oidc, passwordReset: reset }, returnTo }: OtherWaysProps) {
  return (
    <>
      {reset === 'mail' && (
        <ButtonLink href="/forgot-password" look="quiet" wide>
          Forgot password?
        </ButtonLink>
      )}
      {reset === 'operator' && (
        <p className="hint">Forgot your password? Ask your operator for a new one.</p>
      )}
      {oidc && <ContinueWith name={oidc.name} returnTo={returnTo} />}
    </>
  );
}

/** The link to the identity provider, below another way. */
export function ContinueWith({ name, returnTo }: { name: string; returnTo: string }) {
  return (
    <>
      <p className="or">
        <span>or</span>
      </p>
      <a
        className="button wide"
        href={`/v1/dashboard/session/oidc?returnTo=${encodeURIComponent(returnTo)}`}
      >
        Continue with {name}
      </a>
    </>
  );
}
