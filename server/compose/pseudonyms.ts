/**
 * The key of the pseudonyms of end users and sessions. The service keeps it outside the database, so that nobody can
 * combine a dump with the records of a provider. A database at `DATABASE_URL` has it until `pseudonym-key move`, unless
 * the operator gives a key.
 */
import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../platform/config/index.ts';
import type { Deployment } from '../platform/deployment/index.ts';
import { StartError } from '../platform/lib/errors.ts';
import { makeFolders } from '../platform/lib/files.ts';
import type { Log } from '../platform/telemetry/log.ts';

type Settings = Pick<Config, 'pseudonyms' | 'database' | 'production'>;

export async function openPseudonymKey(
  config: Settings,
  { deployment, log }: { deployment: Deployment; log: Log },
): Promise<Buffer> {
  const key = await findKey(config, deployment);
  if (key === undefined) {
    if (deployment.hasOwnPseudonymKey) throw new StartError(MISSING);
    if (config.production) log.warn(IN_DATABASE);
    return deployment.secret;
  }
  if (!(await deployment.isPseudonymKey(key))) throw new StartError(ANOTHER);
  return key;
}

async function findKey({ pseudonyms, database }: Settings, deployment: Deployment) {
  const { key, ownFile } = pseudonyms;
  if (key !== undefined) return Buffer.from(key, 'hex');
  const own = await readKey(ownFile).catch(unlessMissing);
  // With its own database, the deployment is in one folder of one machine.
  if (own || !deployment.isNew || database.url !== undefined) return own;
  await writePseudonymKey(ownFile, randomBytes(32));
  return readKey(ownFile);
}

async function readKey(file: string): Promise<Buffer> {
  const text = (await readFile(file, 'utf8')).trim();
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw new StartError(
      `${file} must have 64 hexadecimal digits, as openssl rand -hex 32 writes them`,
    );
  }
  return Buffer.from(text, 'hex');
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

/** Writes a complete file or none; keeps an existing one. */
export async function writePseudonymKey(file: string, key: Buffer): Promise<void> {
  await makeFolders(dirname(file));
  const part = `${file}.${process.pid}.part`;
  const written = await open(part, 'wx', 0o600);
  try {
    await written.writeFile(`${key.toString('hex')}\n`);
    await written.sync();
    await link(part, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await written.close();
    await rm(part, { force: true });
  }
}

const MISSING =
  'the key behind pseudonyms is kept outside of this database, and was not given: PSEUDONYM_KEY, or PSEUDONYM_KEY_FILE';
const ANOTHER =
  'the key behind pseudonyms is not the one that this deployment has used: look at PSEUDONYM_KEY and PSEUDONYM_KEY_FILE';
const IN_DATABASE =
  'the key behind pseudonyms is in the database, and so in every dump of it: npm run cli -- pseudonym-key move';
