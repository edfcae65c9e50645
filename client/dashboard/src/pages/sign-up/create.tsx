/** The page that the link in the mail opens, and where the identity provider leads people without an account. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  faultsByField,
  hasCode,
  type SignUpPreview,
  useAcceptSignUp,
  useBegin,
  usePreviewSignUp,
  useSignInMethods,
} from '../../api/index.ts';
import { AuthPage } from '../../frame/auth-page.tsx';
import { EmailField, MIN_PASSWORD, NewPasswordField } from '../../frame/credentials.tsx';
import { forgetLinkToken, OpenedByLink, Terms } from '../../frame/opened-by-link.tsx';
import { ContinueWith } from '../../frame/sign-in-form.tsx';
import {
  Button,
  ButtonLink,
  Checks,
  Field,
  Form,
  useSubmission,
  useTitle,
} from '../../parts/index.ts';

export function CreateAccountPage({ title }: { title: string }) {
  useTitle(title);
  return (
    <OpenedByLink title={title} preview={usePreviewSignUp()} notValid={<NotValid />}>
      {(token, signUp) => (
        <AuthPage title={title} about={aboutOf(signUp)}>
          <NewAccount token={token} signUp={signUp} />
          <OtherWay needsPassword={signUp.needsPassword} />
        </AuthPage>
      )}
    </OpenedByLink>
  );
}

function aboutOf({ makesWorkspace, invitations }: SignUpPreview): string {
  if (!makesWorkspace) return 'By the invitation that you accept.';
  return invitations.length > 0
    ? 'With a workspace that you own, or as a member of another one.'
    : 'With a workspace that you own.';
}

const FIELDS = ['name', 'password', 'workspaceName', 'invitations', 'acceptedTermsUrl'] as const;

function NewAccount({ token, signUp }: { token: string; signUp: SignUpPreview }) {
  const { email, needsPassword, makesWorkspace, invitations, termsUrl } = signUp;
  const accept = useAcceptSignUp();
  const begin = useBegin();
  const [, navigate] = useLocation();
  const [name, setName] = useState(signUp.name ?? '');
  const [password, setPassword] = useState('');
  const [workspaceName, setWorkspaceName] = useState('');
  const [accepted, setAccepted] = useState<string[]>([]);
  const [isAgreed, setAgreed] = useState(false);
  const isNamed = workspaceName.trim() !== '';
  const submission = useSubmission(async () => {
    const me = await accept.mutateAsync({
      body: {
        ...{ token, name: name.trim(), invitations: accepted },
        ...(isNamed && { workspaceName: workspaceName.trim() }),
        ...(needsPassword && { password }),
        ...(termsUrl !== undefined && { acceptedTermsUrl: termsUrl }),
      },
    });
    forgetLinkToken();
    begin(me);
    const own = isNamed && me.workspaces.find(({ role }) => role === 'owner');
    navigate(own ? `/${own.id}/start` : '/', { replace: true });
  });
  if (hasCode(submission.error, 'link_not_valid')) {
    return (
      <>
        <p>This link was used or expired in the meantime.</p>
        <Again />
      </>
    );
  }
  const faults = faultsByField(submission.error, FIELDS);
  return (
    <Form submission={submission} fields={FIELDS}>
      <EmailField value={email} onChange={() => {}} isDisabled />
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
      {needsPassword && (
        <NewPasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          fault={faults.password}
        />
      )}
      {invitations.length > 0 && (
        <Checks
          label="Invitations"
          options={invitations.map(({ id, workspaceName: title, role, invitedBy }) => ({
            ...{ value: id, label: title },
            about: `As ${role}${invitedBy === undefined ? '' : `, invited by ${invitedBy}`}.`,
          }))}
          value={accepted}
          onChange={setAccepted}
          fault={faults.invitations}
        />
      )}
      {makesWorkspace && (
        <Field
          label="Workspace name"
          name="organization"
          autoComplete="organization"
          value={workspaceName}
          onChange={setWorkspaceName}
          fault={faults.workspaceName}
          hint={
            accepted.length > 0
              ? 'Leave it empty if you don’t need a workspace of your own.'
              : 'Your company, team or project. You can rename it later.'
          }
          isRequired={accepted.length === 0}
        />
      )}
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
          !(isNamed || accepted.length > 0) ||
          (needsPassword && password.length < MIN_PASSWORD) ||
          (termsUrl !== undefined && !isAgreed)
        }
      >
        Create account
      </Button>
    </Form>
  );
}

/** The identity provider proves the email again, and comes back here without asking for a password. */
function OtherWay({ needsPassword }: { needsPassword: boolean }) {
  const { data } = useSignInMethods();
  if (!needsPassword || !data?.oidc) return null;
  return <ContinueWith name={data.oidc.name} returnTo="/dashboard" />;
}

function NotValid() {
  return (
    <AuthPage
      title="This link doesn’t work"
      about="It was already used, it expired, or it’s incomplete."
    >
      <p>Each link works once and expires after an hour.</p>
      <Again />
    </AuthPage>
  );
}

function Again() {
  return (
    <>
      <a className="button primary wide" href="/dashboard/sign-up">
        Get a new link
      </a>
      <ButtonLink href="/sign-in" look="quiet" wide>
        Sign in
      </ButtonLink>
    </>
  );
}
