/** The sign-in page. It returns to the page that the user opened, and never to another site. */
import { useLocation, useSearchParams } from 'wouter';
import { useSignInMethods } from '../api/index.ts';
import { AuthPage } from '../frame/auth-page.tsx';
import { SignInForm } from '../frame/sign-in-form.tsx';
import { Notice, useTitle } from '../parts/index.ts';

export function SignInPage({ title }: { title: string }) {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const methods = useSignInMethods();
  const requested = params.get('returnTo') ?? '/';
  const returnTo = /^\/(?![/\\])/.test(requested) ? requested : '/';
  const isConsole = /^\/operator(?:\/|$)/.test(returnTo);
  const problem = params.get('problem');
  useTitle(title);
  return (
    <AuthPage title={title} about="Welcome back.">
      {problem !== null && (
        <Notice tone="warn" title="Couldn’t sign you in" isAlert>
          {PROBLEMS[problem] ?? 'Your identity provider couldn’t sign you in. Try again.'}
        </Notice>
      )}
      <SignInForm
        returnTo={
          isConsole ? '/operator' : `/dashboard${returnTo === '/' ? '' : returnTo.split('?')[0]}`
        }
        onDone={() =>
          isConsole ? window.location.replace(returnTo) : navigate(returnTo, { replace: true })
        }
      />
      {methods.data?.signUp ? (
        <p className="hint">
          {/* A document of its own, which may load a captcha. */}
          New here? <a href="/dashboard/sign-up">Create an account</a>, or use your invitation link.
        </p>
      ) : (
        <p className="hint">
          New here? Use your invitation link. Setting up a new deployment? Use the link printed the
          first time it started.
        </p>
      )}
    </AuthPage>
  );
}

const PROBLEMS: Record<string, string> = {
  oidc_failed:
    'Your identity provider turned down the request, or its response couldn’t be verified. Try again.',
  oidc_expired: 'That sign-in expired or was started in another browser. Try again.',
  oidc_not_invited: 'You don’t have an account yet. Open your invitation link first, then sign in.',
  oidc_not_linked:
    'This email is linked to a different account at your identity provider. Sign in with the one you used before.',
  oidc_unavailable:
    'Your identity provider can’t be reached right now. Try again in a few minutes.',
};
