/** Signs requests as AWS wants it, by its own signer. */
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';

/** What signs a request: the parts of AWS credentials, or an API key of Bedrock. */
export interface Signing {
  key: string;
  region: string;
}

/** AWS credentials as one text, as keys are. */
export function credentialsText(id: string, secret: string, token: string | undefined): string {
  return [id, secret, ...(token === undefined ? [] : [token])].join('\n');
}

export async function sign(
  { url, body }: { url: URL; body: string },
  { key, region }: Signing,
): Promise<Record<string, string>> {
  const [accessKeyId = '', secretAccessKey, sessionToken] = key.split('\n');
  if (secretAccessKey === undefined) return { authorization: `Bearer ${key}` };
  const signer = new SignatureV4({
    ...{ service: 'bedrock', region, sha256: Sha256 },
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
  });
  const { host, pathname: path } = url;
  const headers = { host, 'content-type': 'application/json' };
  const signed = await signer.sign({
    ...{ method: 'POST', protocol: url.protocol, hostname: url.hostname, path, headers, body },
  });
  const { host: _, 'content-type': __, ...added } = signed.headers;
  return added;
}

class Sha256 {
  private readonly secret: Uint8Array | undefined;
  private hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.secret = secret === undefined ? undefined : bytesOf(secret);
    this.hash = this.begin();
  }

  update(data: Uint8Array): void {
    this.hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }

  reset(): void {
    this.hash = this.begin();
  }

  private begin(): Hash | Hmac {
    return this.secret === undefined ? createHash('sha256') : createHmac('sha256', this.secret);
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data, 'utf8');
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}
