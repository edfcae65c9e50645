/**
 * Sign-in by an OpenID provider. It signs in existing users: by the subject that is linked with this issuer, or, once,
 * by an address that it has verified. An address that nobody had verified before is taken over with it: its user's
 * earlier sign-in methods are gone. A user is created only for an invited address, together with the promised
 * memberships. A sign-in comes back once, to the browser that started it.
 */
import { randomBytes } from 'node:crypto';
import { recordEvent } from '../audit-trail/index.ts';
import type { Auth } from './auth.ts';
import { claimPerson } from './claim.ts';
import { readCookie, type SessionCookie, writeCookie } from './cookies.ts';
import type { Attempt, OidcProvider } from './oidc-provider.ts';
import { deleteExpiredVerifications } from './person-store.ts';
import type { From, Sessions } from './sessions.ts';

export interface OidcOptions {
  auth: () => Promise<Auth>;
  provider: () => Promise<OidcProvider>;
  cookie: () => SessionCookie;
  sessions: Sessions;
  issuer: string;
  onError: (message: string, detail: unknown) => void;
}

export interface Redirect {
  location: string;
  setCookie: string[];
}

export type OidcProblem =
  | 'oidc_failed'
  | 'oidc_expired'
  | 'oidc_not_invited'
  | 'oidc_not_linked'
  | 'oidc_unavailable';

const WORKS_FOR_SECONDS = 600;
const HOME = '/dashboard';

export type Oidc = ReturnType<typeof createOidc>;

export function createOidc({ auth, provider, cookie, sessions, issuer, onError }: OidcOptions) {
  const keyOf = (state: string) => `oidc:${state}`;

  async function take(state: string | null, header: string | undefined) {
    // The cookie proves that this browser started the sign-in, and did not just get the URL.
    if (state === null || readCookie(header, cookie().name) !== state) return undefined;
    const { internals } = await auth();
    const taken = await (await internals()).consumeVerificationValue(keyOf(state));
    return taken ? (JSON.parse(taken.value) as Attempt & { returnTo: string }) : undefined;
  }

  return {
    async start({ returnTo }: { returnTo?: string | undefined }): Promise<Redirect> {
      const attempt: Attempt = { state: secret(), nonce: secret(), codeVerifier: secret() };
      const url = await provider().then(
        (known) => known.authorizationUrl(attempt),
        (error: unknown) => onError('the OpenID provider is not reached', error),
      );
      if (!url) return { location: signInPage('oidc_unavailable'), setCookie: [] };
      const library = await auth();
      await library.within(async (tx) => {
        await deleteExpiredVerifications(tx);
        await (await library.internals()).createVerificationValue({
          identifier: keyOf(attempt.state),
          value: JSON.stringify({ ...attempt, state: '', returnTo: pageOf(returnTo) }),
          expiresAt: new Date(Date.now() + WORKS_FOR_SECONDS * 1_000),
        });
      });
      const setCookie = [writeCookie(cookie(), attempt.state, WORKS_FOR_SECONDS)];
      return { location: url.href, setCookie };
    },

    async finish(
      input: { query: URLSearchParams; cookie: string | undefined } & From,
    ): Promise<Redirect> {
      const { query, ip } = input;
      const clear = writeCookie(cookie(), '', 0);
      const failed = (problem: OidcProblem) => ({
        location: signInPage(problem),
        setCookie: [clear],
      });
      const attempt = await take(query.get('state'), input.cookie);
      if (!attempt) return failed('oidc_expired');
      const code = query.get('code');
      const from = query.get('iss')?.replace(/\/+$/, '') ?? issuer;
      if (code === null || query.has('error') || from !== issuer) return failed('oidc_failed');
      try {
        const identity = await (await provider()).identify(code, attempt);
        if (!identity) return failed('oidc_failed');
        const library = await auth();
        const found = await library.within((tx) => claimPerson(tx, library, identity, issuer));
        if ('problem' in found) return failed(found.problem);
        if (found.isTakenOver) sessions.forget();
        const { setCookie } = await sessions.start(found.user, input);
        await library.within((tx) =>
          recordEvent(tx, null, 'user_signed_in', { by: 'oidc', ip }, found.user),
        );
        return { location: attempt.returnTo, setCookie: [...setCookie, clear] };
      } catch (error) {
        onError('a sign-in by the OpenID provider failed', error);
        return failed('oidc_failed');
      }
    },
  };
}

function signInPage(problem: OidcProblem): string {
  return `${HOME}/sign-in?problem=${problem}`;
}

/** A page of the dashboard, and of no other site. */
function pageOf(returnTo: string | undefined): string {
  if (returnTo === undefined || !/^\/dashboard(?:[/?][!-~]*)?$/.test(returnTo)) return HOME;
  const { origin, pathname, search } = new URL(returnTo, 'http://here.invalid');
  const isHere = origin === 'http://here.invalid' && /^\/dashboard(\/|$)/.test(pathname);
  return isHere ? pathname + search : HOME;
}

function secret(): string {
  return randomBytes(48).toString('base64url');
}
