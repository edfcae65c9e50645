/**
 * `encryption`: whether content is encrypted in the database, under which keys, and how to change that. `pseudonym-key`:
 * moves the key of the pseudonyms that providers receive out of the database.
 */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { writePseudonymKey } from '../compose/pseudonyms.ts';
import {
  countDataKeys,
  countKept,
  encryptKept,
  type KeptContent,
  type Keyring,
  rewrap,
  selectOthers,
  updateWrapped,
} from '../platform/db/encryption/index.ts';
import { openDeployment } from '../platform/deployment/index.ts';
import { StartError } from '../platform/lib/errors.ts';
import { print, table } from './output.ts';
import { type Session, withDatabase } from './session.ts';

export function encryptionCommand(): Command {
  return new Command('encryption')
    .description('content at rest: which keys it is encrypted under, and their rotation')
    .addCommand(statusCommand())
    .addCommand(rotateCommand())
    .addCommand(encryptCommand());
}

/** Loaded for these commands only. */
async function keptContent(): Promise<KeptContent[]> {
  const [runs, outputs, observability, prompts] = await Promise.all([
    import('../runs/index.ts'),
    import('../platform/outputs/store.ts'),
    import('../traces/index.ts'),
    import('../prompts/index.ts'),
  ]);
  return [
    ...runs.KEPT_OF_RUNS,
    ...outputs.KEPT_OF_OUTPUTS,
    ...observability.KEPT_OF_OBSERVABILITY,
    ...prompts.KEPT_OF_PROMPTS,
  ];
}

function statusCommand() {
  return new Command('status')
    .description('show how much content is encrypted, and under which keys')
    .option('--json', 'print JSON')
    .addHelpText('after', STATUS_HELP)
    .action((options) =>
      withDatabase(async (session) => {
        const status = await statusOf(session);
        print(options, status, () => textOf(status));
      }),
    );
}

const STATUS_HELP = `
Reads all of what is kept, page by page: with millions of runs that takes minutes.`;

interface Status {
  on: boolean;
  /** The key that wraps new data keys; null without keys. */
  currentKey: string | null;
  dataKeys: { key: string; dataKeys: number }[];
  content: { content: string; plain: number; encrypted: { key: string; texts: number }[] }[];
}

async function statusOf({ db, database }: Session): Promise<Status> {
  const { keyring } = database.encryption;
  const content: Status['content'] = [];
  for (const kept of await keptContent()) {
    const counts = await countKept(db, kept);
    content.push({
      content: kept.name,
      plain: counts.find(({ key_id }) => key_id === null)?.texts ?? 0,
      encrypted: counts.flatMap(({ key_id: key, texts }) => (key === null ? [] : [{ key, texts }])),
    });
  }
  const wrapped = await countDataKeys(db);
  return {
    on: db.cipher.encrypts,
    currentKey: keyring?.current().id ?? null,
    dataKeys: wrapped.map(({ key_id: key, data_keys: dataKeys }) => ({ key, dataKeys })),
    content,
  };
}

function textOf({ on, currentKey, dataKeys, content }: Status): string {
  const keys = dataKeys.map(({ key, dataKeys: count }) => `${count} under ${key}`).join(', ');
  return [
    on ? `Content is encrypted. The current key is ${currentKey}.` : OFF,
    `Data keys: ${keys || 'none'}.`,
    '',
    table(
      content.map(({ content: name, plain, encrypted }) => ({
        content: name,
        'plain texts': String(plain),
        'encrypted texts':
          encrypted.map(({ key, texts }) => `${texts} under ${key}`).join(', ') || '0',
      })),
    ),
  ].join('\n');
}

const OFF = 'Content is not encrypted as it is saved.';

function rotateCommand() {
  return new Command('rotate')
    .description('wrap all data keys with the current key of CONTENT_KEYS')
    .option('--json', 'print JSON')
    .addHelpText('after', ROTATE_HELP)
    .action((options) =>
      withDatabase(async (session) => {
        const { db } = session;
        const keyring = keyringOf(session);
        const { id } = keyring.current();
        let rewrapped = 0;
        for (;;) {
          const rows = await selectOthers(db, id, REWRAPPED_AT_ONCE);
          if (rows.length === 0) break;
          await updateWrapped(
            db,
            rows.map((before) => ({ before, after: rewrap(keyring, before) })),
          );
          rewrapped += rows.length;
        }
        print(options, { key: id, rewrapped }, () =>
          rewrapped === 0
            ? `All data keys are wrapped with ${id} already.`
            : `Wrapped ${rewrapped} data keys with ${id}. The other keys can be taken out of CONTENT_KEYS now.`,
        );
      }),
    );
}

const REWRAPPED_AT_ONCE = 500;

const ROTATE_HELP = `
No content is written again: only the keys that it is encrypted under are.
Rotate in this order:
  1. Add the new key behind the one that there is, for every process.
  2. Put it in front, for every process.
  3. npm run cli -- encryption rotate
  4. Take the old key out. Backups from before step 3 need it.`;

function encryptCommand() {
  return new Command('encrypt')
    .description('encrypt what was saved as plain text, while the service runs')
    .option('--json', 'print JSON')
    .addHelpText('after', ENCRYPT_HELP)
    .action((options) =>
      withDatabase(async (session) => {
        const { db } = session;
        keyringOf(session);
        if (!db.cipher.encrypts) throw new StartError('CONTENT_ENCRYPTION is off.');
        const encrypted: { content: string; rows: number }[] = [];
        for (const kept of await keptContent()) {
          const rows = await encryptKept(db, kept, progressOf(kept.name));
          encrypted.push({ content: kept.name, rows });
        }
        print(options, encrypted, () =>
          table(encrypted.map(({ content, rows }) => ({ content, encrypted: String(rows) }))),
        );
      }),
    );
}

const ENCRYPT_HELP = `
A few rows at a time, in transactions of their own. Whoever breaks it off begins
it again: what is encrypted is passed over. Objects in a bucket stay as they are.
Dumps and backups from before still have the plain text.`;

/** Progress, printed for people besides the result. */
function progressOf(name: string): (rows: number) => void {
  let reportedAt = performance.now();
  return (rows) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    process.stderr.write(`${name}: ${rows} rows encrypted\n`);
  };
}

const REPORT_EVERY_MS = 2_000;

function keyringOf({ database }: Session): Keyring {
  const { keyring } = database.encryption;
  if (!keyring) throw new StartError('There is no key: set CONTENT_KEYS or CONTENT_KEYS_FILE.');
  return keyring;
}

export function pseudonymKeyCommand(): Command {
  return new Command('pseudonym-key')
    .description('keep the key of the pseudonyms outside the database')
    .addCommand(moveCommand());
}

function moveCommand() {
  return new Command('move')
    .description('write the key of the database into a file, and forget it there')
    .option('--out <file>', 'where to write it; default pseudonym.key in DATA_DIR')
    .option('--json', 'print JSON')
    .addHelpText('after', PSEUDONYM_KEY_HELP)
    .action(({ out, ...options }) =>
      withDatabase(async ({ db, config }) => {
        const { ownFile } = config.pseudonyms;
        const deployment = await openDeployment(db);
        if (deployment.hasOwnPseudonymKey) {
          throw new StartError('The key is not in the database any more.');
        }
        const path = resolve(out ?? ownFile);
        await writePseudonymKey(path, deployment.secret);
        const written = (await readFile(path, 'utf8')).trim();
        // The copy has to exist before the database forgets the key.
        if (written !== deployment.secret.toString('hex')) {
          throw new StartError(`${path} has another key: name another file, or remove it.`);
        }
        await deployment.forgetPseudonymKey();
        print(options, { file: path }, () =>
          [
            `The key is in ${path}, and no longer in the database.`,
            'Give it to every process, by PSEUDONYM_KEY_FILE or PSEUDONYM_KEY, and restart them all.',
            'Keep it apart from the dumps. People sign in again; cursors from before are refused.',
          ].join('\n'),
        );
      }),
    );
}

const PSEUDONYM_KEY_HELP = `
Pseudonyms stay the same. Dumps from before still have the key.

Example:
  npm run cli -- pseudonym-key move --out /etc/model-run-api/pseudonym.key`;
