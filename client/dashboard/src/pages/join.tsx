/** The page that an invitation or set-up link opens. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  type AcceptInvitation,
  faultsByField,
  type InvitationPreview,
  useAcceptInvitation,
  useBegin,
  useMe,
  usePreviewInvitation,
  useSignOut,
} from '../api/index.ts';
import { AuthPage } from '../frame/auth-page.tsx';
import { EmailField, MIN_PASSWORD, NewPasswordField } from '../frame/credentials.tsx';
import { forgetLinkToken, OpenedByLink, Terms } from '../frame/opened-by-link.tsx';
import { SignInForm } from '../frame/sign-in-form.tsx';
import {
  Button,
  ButtonLink,
  Field,
  Form,
  Skeleton,
  useSubmission,
  useTitle,
} from '../parts/index.ts';

export function JoinPage({ title }: { title: string }) {
  useTitle(title);
  return (
    <OpenedByLink title="Join a workspace" preview={usePreviewInvitation()} notValid={<NotValid />}>
      {(token, invitation) => (
        <AuthPage
          title={`Join ${invitation.workspaceName}`}
          about={`You’re invited as ${ROLES[invitation.role]}.`}
        >
          <Joining token={token} invitation={invitation} />
        </AuthPage>
      )}
    </OpenedByLink>
  );
}

const ROLES = { member: 'a member', admin: 'an admin', owner: 'an owner' };

function Joining({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const me = useMe();
  const [hasAccount, setHasAccount] = useState(false);
  if (me.isPending) return <Skeleton rows={3} label="Loading" />;
  if (me.data) return <JoinAs token={token} name={me.data.user.name} email={me.data.user.email} />;
  if (hasAccount) {
    return (
      <>
        <p className="hint">Sign in, and we’ll bring you back here to join.</p>
        <SignInForm email={invitation.email ?? ''} returnTo="/dashboard" />
        <Button look="quiet" wide onPress={() => setHasAccount(false)}>
          Create an account instead
        </Button>
      </>
    );
  }
  return (
    <>
      <NewAccount token={token} invitation={invitation} />
      <Button look="quiet" wide onPress={() => setHasAccount(true)}>
        I already have an account
      </Button>
    </>
  );
}

function useAccept(token: string) {
  const accept = useAcceptInvitation();
  const begin = useBegin();
  const [, navigate] = useLocation();
  return async (person: Omit<AcceptInvitation, 'token'>) => {
    const me = await accept.mutateAsync({ body: { token, ...person } });
    forgetLinkToken();
    begin(me);
    navigate('/', { replace: true });
  };
}

function JoinAs({ token, name, email }: { token: string; name: string; email: string }) {
  const accept = useAccept(token);
  const signOut = useSignOut();
  const submission = useSubmission(() => accept({}));
  return (
    <Form submission={submission}>
      <p>
        You’re signed in as <strong>{name}</strong> ({email}).
      </p>
      <Button type="submit" look="primary" wide>
        Join as {name}
      </Button>
      <Button look="quiet" wide onPress={() => signOut.mutate()}>
        Use a different account
      </Button>
    </Form>
  );
}

const FIELDS = ['name', 'email', 'password', 'acceptedTermsUrl'] as const;

function NewAccount({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const accept = useAccept(token);
  const [name, setName] = useState('');
  const [email, setEmail] = useState(invitation.email ?? '');
  const [password, setPassword] = useState('');
  const [isAgreed, setAgreed] = useState(false);
  const { termsUrl } = invitation;
  const submission = useSubmission(() =>
    accept({
      ...{ name: name.trim(), email: email.trim(), password },
      ...(termsUrl !== undefined && { acceptedTermsUrl: termsUrl }),
    }),
  );
  const faults = faultsByField(submission.error, FIELDS);
  return (
    <Form submission={submission} fields={FIELDS}>
      <Field
        label="Your name"
        name="name"
        autoComplete="name"
        value={name}
        onChange={setName}
        fault={faults.name}
        isRequired
        autoFocus
      />
      <EmailField
        value={email}
        onChange={setEmail}
        fault={faults.email}
        isDisabled={invitation.email !== undefined}
      />
      <NewPasswordField
        label="Password"
        value={password}
        onChange={setPassword}
        fault={faults.password}
      />
      <Terms
        url={termsUrl}
        isAgreed={isAgreed}
        onChange={setAgreed}
        fault={faults.acceptedTermsUrl}
      />
      <Button
        type="submit"
        look="primary"
        wide
        isDisabled={
          name.trim() === '' ||
          email.trim() === '' ||
          password.length < MIN_PASSWORD ||
          (termsUrl !== undefined && !isAgreed)
        }
      >
        Create account and join
      </Button>
    </Form>
  );
}

function NotValid() {
  return (
    <AuthPage
      title="This link doesn’t work"
      about="It was already used or withdrawn, it expired, or it’s incomplete."
    >
      <p>
        Each link works once. Ask the person who sent it for a new one. If it was the setup link,
        this deployment is already set up.
      </p>
      <ButtonLink href="/sign-in" look="primary" wide>
        Sign in
      </ButtonLink>
    </AuthPage>
  );
}
