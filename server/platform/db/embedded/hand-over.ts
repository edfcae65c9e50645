/**
 * Gives a folder and its content to the account that PostgreSQL runs as, whoever created it: an
 * operator who restored it, or a start that was killed halfway. Only while no server runs.
 */
import { lchownSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../lib/errors.ts';
import type { Account } from './account.ts';

/** No effect on files that the account already owns. */
export function handOver(path: string, account: Account): void {
  try {
    visit(path, account);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new StartError(
      `the data cannot be given to user ${account.uid} (${code}): set POSTGRES_UID to one that PostgreSQL may run as here, or DATABASE_URL`,
      { cause: error },
    );
  }
}

/**
 * While the process is in a folder, root owns it: the user who had it before may still have processes, which could put
 * a link to somebody else's file where the process is about to change an owner.
 */
function visit(path: string, account: Account): void {
  const found = look(path);
  if (found === undefined) return;
  const isTheirs = found.uid === account.uid && found.gid === account.gid;
  if (found.isDirectory()) {
    if (!isTheirs) lchownSync(path, 0, 0);
    for (const name of readdirSync(path)) visit(join(path, name), account);
  } else if (!isTheirs && found.nlink > 1) {
    throw new StartError(`${path} has a second name elsewhere: remove it`);
  }
  if (!isTheirs) lchownSync(path, account.uid, account.gid);
}

function look(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
