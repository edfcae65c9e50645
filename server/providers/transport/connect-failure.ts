/**
 * Why no connection was established, in words for customers: no address, no text of the system. Each of them means that
 * nothing was sent.
 */
export function reasonOfConnectFailure(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return "The provider's host was not found.";
  if (code === 'ECONNREFUSED') return 'The provider refused the connection.';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return 'The provider did not accept a connection in time.';
  }
  if (/^(ERR_SSL|ERR_TLS|EPROTO|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/.test(code)) {
    return 'No secure connection to the provider could be made.';
  }
  return 'No connection to the provider could be made.';
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return String(error.code);
}
