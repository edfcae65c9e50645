/**
 * Under whose name PostgreSQL runs. It refuses root, so root hands it to an unprivileged user of its own, for
 * which no account need exist; anybody else runs it as themselves. Each data folder has another user, because
 * processes of one user can reach each other's files and memory. That user may be unable to enter the folders
 * above the data: it is started inside the data folder and never given its path (`pathInside`).
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { StartError } from '../../kernel/start-error.ts';

export interface Account {
  uid: number;
  gid: number;
}

export interface AccountOptions {
  /** Holds the cluster; exists. */
  folder: string;
  cluster: string;
  /** What the operator asks for. */
  uid: number | undefined;
}

/** Data was made as this user by versions that had no user per folder. */
const NOBODY = 65_534;

/**
 * Where nobody's accounts are, best first: far above all that systems hand out, between their accounts and the
 * users of containers, and among those that systemd lends, for containers that have 65,536 users only.
 */
const RANGES = [
  { first: 1_879_048_192, last: 2_013_265_919 },
  { first: 65_536, last: 524_287 },
  { first: 61_184, last: 65_519 },
] as const;

/** Undefined: the user who runs this process. Data that an ordinary user made before stays that user's. */
export async function accountFor({
  folder,
  cluster,
  uid,
}: AccountOptions): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== 'linux') {
    throw new StartError(
      'PostgreSQL does not run as root here: start as an ordinary user, or set DATABASE_URL',
    );
  }
  if (uid !== undefined) return { uid, gid: uid };
  const owner = await lstat(cluster).catch(() => undefined);
  if (owner !== undefined && isOrdinary(owner.uid)) return { uid: owner.uid, gid: owner.gid };
  const { dev, ino } = await stat(folder, { bigint: true });
  return ownAccount(`${dev}:${ino}`);
}

/** Whether this user may be somebody other than the server of one data folder. */
function isOrdinary(uid: number): boolean {
  const isOurs = RANGES.some(({ first, last }) => uid >= first && uid <= last);
  return uid !== 0 && uid !== NOBODY && !isOurs;
}

/** The same for the same folder, so that two starts at once agree, and another for its copy. */
function ownAccount(folder: string): Account {
  const range = RANGES.find(isUsable);
  if (range === undefined) {
    throw new StartError(
      'there is no unprivileged user for PostgreSQL here: set POSTGRES_UID to one, or DATABASE_URL',
    );
  }
  const number = createHash('sha256').update(folder).digest().readUInt32BE();
  const uid = range.first + (number % (range.last - range.first + 1));
  return { uid, gid: uid };
}

/** In a user namespace, as containers may have, only the mapped users and groups exist. */
function isUsable({ first, last }: (typeof RANGES)[number]): boolean {
  return ['uid_map', 'gid_map'].every((map) =>
    readFileSync(`/proc/self/${map}`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .some(([from = 0, , count = 0]) => from <= first && last < from + count),
  );
}

/**
 * Who makes the data: initdb insists on a user with an account, though the server itself does not. An account
 * that runs nothing at the moment, because its processes could reach what initdb makes.
 */
export async function accountForInitdb(account: Account): Promise<Account> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const accounts = text.split('\n').flatMap((line) => {
    const [, , uid = '', gid = ''] = line.split(':');
    return /^\d+$/.test(uid) && Number(uid) !== 0 ? [{ uid: Number(uid), gid: Number(gid) }] : [];
  });
  if (accounts.some(({ uid }) => uid === account.uid)) return account;
  const busy = await usersOfProcesses();
  // The one that is meant for this comes first, and people's own accounts last.
  const rank = ({ uid }: Account) => (uid === NOBODY ? -1 : uid);
  const [idle] = accounts.filter(({ uid }) => !busy.has(uid)).sort((a, b) => rank(a) - rank(b));
  return idle ?? { uid: NOBODY, gid: NOBODY };
}

async function usersOfProcesses(): Promise<Set<number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const users = await Promise.all(
    pids.map((pid) =>
      stat(`/proc/${pid}`).then(
        ({ uid }) => uid,
        () => 0,
      ),
    ),
  );
  return new Set(users);
}

/** Who runs a process, on Linux. */
export async function userOf(pid: number): Promise<Account> {
  const { uid, gid } = await stat(`/proc/${pid}`);
  return { uid, gid };
}

/** The name by which a process that starts in `folder` reaches it, even if it may not enter its parents. */
export function pathInside(folder: string, account: Account | undefined): string {
  return account === undefined ? folder : '/proc/self/cwd';
}
