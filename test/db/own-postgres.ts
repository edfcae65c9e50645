/**
 * A process that owns an embedded PostgreSQL, for a test to kill: `node own-postgres.ts <data folder> <options as
 * JSON>`. It prints one line of JSON when it is up or refused; SIGTERM stops it properly, SIGINT does nothing.
 */
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts';
import { StartError } from '../../server/platform/lib/errors.ts';

process.on('SIGINT', () => {});
try {
  const postgres = await startEmbeddedPostgres({
    dataDir: process.argv[2] ?? '',
    ...(JSON.parse(process.argv[3] ?? '{}') as { uid?: number; port?: number }),
  });
  process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
  setInterval(() => {}, 60_000);
  console.log(JSON.stringify({ ...postgres, stop: undefined }));
} catch (error) {
  const known = error instanceof StartError;
  console.log(JSON.stringify({ refusal: known ? error.message : `not a StartError: ${error}` }));
  process.exitCode = 1;
}
