/**
 * The configured OpenID provider, as the library uses it: discovery, PKCE, and a signed id token whose issuer,
 * audience, nonce and signature are checked. Discovery happens on first use and again until it succeeds, so that the
 * service starts without it.
 */
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** On the button. */
  name: string;
}

/** The provider's statements about who signed in. */
export interface Identity {
  subject: string;
  name: string | undefined;
  /** Undefined unless the provider has verified it. */
  email: string | undefined;
}

export interface Attempt {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface OidcProvider {
  authorizationUrl(attempt: Attempt): Promise<URL>;
  /** Undefined if the response proves nothing. */
  identify(code: string, attempt: Attempt): Promise<Identity | undefined>;
}

/** For each exchange with the provider. */
const PATIENCE_MS = 10_000;

export function createOidcProvider(settings: OidcSettings, redirectURI: string, secret: string) {
  let known: Promise<OidcProvider> | undefined;

  return function provider(): Promise<OidcProvider> {
    known ??= discover(settings, redirectURI, secret).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

async function discover(
  { issuer, clientId, clientSecret, name }: OidcSettings,
  redirectURI: string,
  secret: string,
): Promise<OidcProvider> {
  const { $context } = betterAuth({
    baseURL: new URL(redirectURI).origin,
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [
      genericOAuth({
        config: [
          {
            ...{ providerId: 'oidc', name, clientId, clientSecret },
            discoveryUrl: `${issuer}/.well-known/openid-configuration`,
            scopes: ['openid', 'email', 'profile'],
            pkce: true,
            requireIdTokenVerification: true,
          },
        ],
      }),
    ],
  });
  const { socialProviders } = await inTime($context);
  const found = socialProviders.find(({ id }) => id === 'oidc');
  if (found === undefined) throw new Error('the OpenID provider does not answer');
  if (found.issuer?.replace(/\/+$/, '') !== issuer) {
    throw new Error('the OpenID provider names another issuer than the one that is configured');
  }

  return {
    async authorizationUrl({ state, nonce, codeVerifier }) {
      const url = found.createAuthorizationURL({
        ...{ state, codeVerifier, redirectURI, idTokenNonce: nonce },
      });
      return new URL((await url).toString());
    },
    async identify(code, { nonce, codeVerifier }) {
      const tokens = await inTime(
        Promise.resolve(found.validateAuthorizationCode({ code, codeVerifier, redirectURI })),
      );
      if (!tokens?.idToken) return undefined;
      // Checks the id token before it reads anything in it.
      const info = await inTime(
        Promise.resolve(found.getUserInfo({ ...tokens, expectedIdTokenNonce: nonce })),
      );
      const { sub: subject } = claimsOf(tokens.idToken);
      // The additions of a userinfo endpoint must be about the same person.
      if (!info || typeof subject !== 'string' || claimed(info.data, 'sub') !== subject) {
        return undefined;
      }
      const { email, emailVerified, name: fullName } = info.user;
      return {
        subject,
        name: fullName ?? undefined,
        email: emailVerified === true && email ? email.toLowerCase() : undefined,
      };
    },
  };
}

function claimsOf(idToken: string): Record<string, unknown> {
  const payload = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8');
  return JSON.parse(payload) as Record<string, unknown>;
}

function claimed(data: object, name: string): unknown {
  return (data as Record<string, unknown>)[name];
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error('the OpenID provider takes too long')),
    PATIENCE_MS,
  );
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
