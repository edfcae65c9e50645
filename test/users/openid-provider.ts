/**
 * A small OpenID provider on loopback: discovery, authorization code with PKCE, id tokens signed with its own key, and
 * its public keys. It consents to everything, as the user that the test names, and can lie.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Lies {
  claims?: Record<string, unknown>;
  /** Signs with an unpublished key. */
  isForged?: boolean;
  isUnsigned?: boolean;
  withoutIdToken?: boolean;
  error?: string;
}

export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The user who consents from now on. */
  person: { sub: string; email?: string; email_verified?: boolean; name?: string };
  lies: Lies;
  /** What the browser does there: returns the address to which the provider redirects. */
  consent(authorizationUrl: string): Promise<URL>;
  close(): Promise<void>;
}

interface Grant {
  nonce: string;
  challenge: string;
  redirectUri: string;
}

export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const grants = new Map<string, Grant>();
  const server = createServer((req, res) => void answer(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider: OpenIdProvider = {
    ...{ issuer, clientId: 'dashboard', clientSecret: 'the client secret' },
    person: { sub: 'nobody' },
    lies: {},
    async consent(authorizationUrl) {
      const response = await fetch(authorizationUrl, { redirect: 'manual' });
      return new URL(response.headers.get('location') ?? 'about:blank');
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '', issuer);
    if (url.pathname === '/.well-known/openid-configuration') return json(res, discovery());
    if (url.pathname === '/jwks') {
      return json(res, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256' }],
      });
    }
    if (url.pathname === '/authorize') return authorize(url.searchParams, res);
    if (url.pathname === '/token') return exchange(await bodyOf(req), req, res);
    res.writeHead(404).end();
  }

  function discovery() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  function authorize(query: URLSearchParams, res: ServerResponse): void {
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    if (provider.lies.error) back.searchParams.set('error', provider.lies.error);
    else {
      const isWhole =
        query.get('response_type') === 'code' &&
        query.get('code_challenge_method') === 'S256' &&
        query.get('client_id') === provider.clientId &&
        query.get('scope')?.split(' ').includes('openid');
      if (!isWhole) {
        res.writeHead(400).end();
        return;
      }
      const code = randomUUID();
      grants.set(code, {
        nonce: query.get('nonce') ?? '',
        challenge: query.get('code_challenge') ?? '',
        redirectUri: back.origin + back.pathname,
      });
      back.searchParams.set('code', code);
      back.searchParams.set('iss', issuer);
    }
    res.writeHead(302, { location: back.href }).end();
  }

  function exchange(body: URLSearchParams, req: IncomingMessage, res: ServerResponse): void {
    const code = body.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient =
      body.get('client_secret') === provider.clientSecret ||
      req.headers.authorization === basic(provider.clientId, provider.clientSecret);
    const isGranted =
      grant?.challenge === challenge && grant.redirectUri === body.get('redirect_uri');
    if (!grant || !isClient || !isGranted) {
      json(res, { error: 'invalid_grant' }, 400);
      return;
    }
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      ...{ iss: issuer, aud: provider.clientId, iat: now, exp: now + 60, nonce: grant.nonce },
      ...provider.person,
      ...provider.lies.claims,
    };
    json(res, {
      ...{ access_token: randomUUID(), token_type: 'Bearer', expires_in: 60 },
      ...(provider.lies.withoutIdToken ? {} : { id_token: tokenOf(claims) }),
    });
  }

  function tokenOf(claims: object): string {
    const { isForged, isUnsigned } = provider.lies;
    const head = part({ alg: isUnsigned ? 'none' : 'RS256', kid: '1' });
    const text = `${head}.${part(claims)}`;
    if (isUnsigned) return `${text}.`;
    return `${text}.${signed(text, isForged ? otherKey : privateKey)}`;
  }

  return provider;
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signed(text: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(text), key).toString('base64url');
}

function basic(user: string, password: string): string {
  const text = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

async function bodyOf(req: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

function json(res: ServerResponse, value: object, status = 200): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
