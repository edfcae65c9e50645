/** Spans as one OTLP body, in an encoding that the destination accepts. */

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { encodeRequest } from '../traces/protobuf.ts';
import { keyValues, type OtlpSpan } from './otlp-span.ts';

export const ENCODINGS = ['protobuf', 'json'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const COMPRESSIONS = ['gzip', 'none'] as const;
export type Compression = (typeof COMPRESSIONS)[number];

export interface Wire {
  encoding: Encoding;
  compression: Compression;
}

export interface Body {
  headers: Record<string, string>;
  body: Buffer;
}

/** The name of this service at destinations. */
export const SERVICE_NAME = 'model-run-api';
const MEDIA_TYPES: Record<Encoding, string> = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
};

export async function bodyOf(
  workspaceId: string,
  spans: readonly OtlpSpan[],
  { encoding, compression }: Wire,
): Promise<Body> {
  const request = {
    resourceSpans: [
      {
        resource: {
          attributes: keyValues({
            'service.name': SERVICE_NAME,
            'model_run_api.workspace.id': workspaceId,
          }),
        },
        scopeSpans: [{ scope: { name: SERVICE_NAME }, spans }],
      },
    ],
  };
  const plain = encoding === 'json' ? Buffer.from(JSON.stringify(request)) : encodeRequest(request);
  const isCompressed = compression === 'gzip';
  return {
    headers: {
      'content-type': MEDIA_TYPES[encoding],
      'user-agent': `${SERVICE_NAME} broadcast`,
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    },
    body: isCompressed ? await compress(plain) : plain,
  };
}

const compress = promisify(gzip) as (plain: Buffer) => Promise<Buffer>;
