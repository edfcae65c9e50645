/** The way in. Leads back to the page that was asked for, and to no other site. */
import { useLocation, useSearchParams } from 'wouter';
import { Doorway } from '../frame/doorway.tsx';
import { SignInForm } from '../frame/sign-in-form.tsx';
import { Notice, useTitle } from '../parts/index.ts';

export function SignInPage({ title }: { title: string }) {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const asked = params.get('returnTo') ?? '/';
  const returnTo = /^\/(?![/\\])/.test(asked) ? asked : '/';
  const problem = params.get('problem');
  useTitle(title);
  return (
    <Doorway title={title} about="Keys, wallet and runs of your workspace.">
      {problem !== null && (
        <Notice tone="warn" title="You were not signed in" isAlert>
          {PROBLEMS[problem] ?? 'The identity provider could not sign you in. Try again.'}
        </Notice>
      )}
      <SignInForm
        returnTo={`/dashboard${returnTo === '/' ? '' : returnTo.split('?')[0]}`}
        onDone={() => navigate(returnTo, { replace: true })}
      />
      <p className="hint">
        New here? An invitation link, or the set-up link that the first start printed, makes your
        account.
      </p>
    </Doorway>
  );
}

const PROBLEMS: Record<string, string> = {
  oidc_failed: 'The identity provider refused, or its answer could not be trusted. Try again.',
  oidc_expired: 'It took too long, or was begun in another browser. Try again.',
  oidc_not_invited: 'Nobody has invited you yet. Open an invitation link first, then sign in.',
  oidc_not_linked:
    'This e-mail belongs to another account of the identity provider. Sign in with the one that you used before.',
  oidc_unavailable: 'The identity provider cannot be reached at the moment.',
};
