/**
 * One real PostgreSQL for the whole test run, from the binaries that the service itself uses, with the
 * migrated database that the test files' databases are copied from.
 */
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/db/embedded/index.ts';
import { bringUpToDate } from '../../server/db/schema.ts';
import { makeDataDir, removeDataDir, removeLeftovers } from './postgres-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: {
      /** The migrated database, as the role that the service works as. Never connect to it: it is the template. */
      templateUrl: string;
      /** The same as the role that owns its tables. */
      templateOwnerUrl: string;
      /** For making and dropping databases only: a superuser is bound by no grant. */
      superuserUrl: string;
    };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const dataDir = await makeDataDir();
  const postgres = await startEmbeddedPostgres({ dataDir });
  const teardown = async (): Promise<void> => {
    await postgres.stop();
    await removeDataDir(dataDir);
  };
  try {
    await bringUpToDate(postgres);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgres', {
    templateUrl: postgres.url,
    templateOwnerUrl: postgres.ownerUrl,
    superuserUrl: postgres.superuserUrl,
  });
  return teardown;
}
