/**
 * Code whose library is not part of a release, because it is large and few need it. It loads like any other in a
 * checkout, and in a release that has the library added.
 */
import { StartError } from '../platform/lib/errors.ts';

/** The name of the code in the release's command `add:...`. */
export async function loadOnDemand<Code>(
  what: keyof typeof WANTED_FOR,
  load: () => Promise<Code>,
): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new StartError(
      `${WANTED_FOR[what]} a library that this release does not bring: run npm run add:${what} in its folder`,
      { cause: error },
    );
  }
}

const WANTED_FOR = {
  clickhouse: 'CLICKHOUSE_URL needs',
  docker: 'The engine docker needs',
  kubernetes: 'The engine kubernetes needs',
  opentelemetry: 'OTEL_EXPORTER_OTLP_ENDPOINT needs',
  s3: 'Storage that speaks S3 needs',
  valkey: 'RATE_LIMIT_URL needs',
};

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
