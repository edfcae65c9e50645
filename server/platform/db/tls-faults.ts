/**
 * Explains the failure of a TLS connection to the database to the operator: the cause, and what to do. Uses the codes
 * of OpenSSL and Node, if there is one.
 */

const VERIFIED = 'sslmode=verify-full&sslrootcert=/path/to/ca.pem in the URL';

const UNKNOWN_AUTHORITY = `its certificate is of an authority that is not known here: name the file with that authority's certificate by ${VERIFIED}`;

const WORDS: Readonly<Record<string, (error: Error) => string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: () => UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: () => UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: () => UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: () => UNKNOWN_AUTHORITY,
  CERT_UNTRUSTED: () => UNKNOWN_AUTHORITY,
  ERR_TLS_CERT_ALTNAME_INVALID: (error) =>
    `its certificate is for another name${namesIn(error)}: have the URL name the host as the certificate does, or have the certificate made for it`,
  CERT_HAS_EXPIRED: () => 'its certificate has expired: renew it on the server',
  CERT_NOT_YET_VALID: () =>
    'its certificate is not valid yet: compare the clocks of the server and of this machine',
  CERT_REVOKED: () => 'its certificate was revoked: renew it on the server',
};

const NO_TLS = 'The server does not support SSL connections';
const NO_TLS_WORDS =
  'the server has no TLS, which the URL asks for: turn ssl on in the server, or use sslmode=disable where nobody else is on the way';

/** Undefined if TLS is not the cause. */
export function tlsFaultOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message === NO_TLS) return NO_TLS_WORDS;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const words = Object.hasOwn(WORDS, code) ? WORDS[code]?.(error) : undefined;
  if (words !== undefined) return `${words} (${code})`;
  if (!/^ERR_(SSL|TLS|OSSL)_/.test(code)) return undefined;
  return `the TLS connection failed: ${error.message.split('\n')[0]} (${code})`;
}

function namesIn(error: Error): string {
  const { cert } = error as { cert?: { subjectaltname?: string; subject?: { CN?: string } } };
  const names = cert?.subjectaltname ?? cert?.subject?.CN;
  return names === undefined ? '' : `, ${names}`;
}

/** The server accepts no connection without TLS: added to its refusal. */
export const NEEDS_TLS = `the server may take connections with TLS only: ${VERIFIED}`;
