/** People and workspaces for tests: real tables, the real library, cookies as a browser keeps them. */
import { randomBytes } from 'node:crypto';
import { topUpWallet } from '../../server/money/index.ts';
import {
  createInvitation,
  createUsers,
  type Role,
  type SignedIn,
  type Users,
  type UsersOptions,
} from '../../server/people/index.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { createWorkspace, createWorkspaceWithin } from '../../server/workspaces/index.ts';
import { cheapHashes } from '../support/cheap-hashes.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

export const PASSWORD = 'correct horse battery';
export const DAY_MS = 86_400_000;

/** Only the command line lets people make workspaces. */
export const CLOSED = {
  ...{ isOpen: false, termsUrl: undefined },
  makeWorkspace: createWorkspaceWithin,
};

export interface Person {
  id: string;
  email: string;
  cookie: string;
}

export interface Fixtures {
  database: TestDatabase;
  users: Users;
  /** Another process over the same database. */
  another(more?: Partial<UsersOptions>): Users;
  workspace(): Promise<string>;
  /** A member who never signs in, and so needs no password hash. */
  member(workspace: string, role: Role): Promise<{ id: string }>;
  /** A new user who joined through a link of the command line, and is signed in. */
  join(workspace: string, role: Role, email?: string): Promise<Person>;
  close(): Promise<void>;
}

export async function createFixtures(options: Partial<UsersOptions> = {}): Promise<Fixtures> {
  const database = await createTestDatabase();
  const opened: Users[] = [];

  function another(more: Partial<UsersOptions> = {}): Users {
    const users = createUsers({
      db: database.db,
      secret: Buffer.alloc(32, 7),
      publicUrl: () => 'http://localhost:8080',
      sessions: { idleMs: DAY_MS / 2, limitMs: 7 * DAY_MS },
      passwords: cheapHashes,
      signUp: CLOSED,
      signInLimits: { perAddress: 1_000, perPair: 1_000, perAccount: 1_000 },
      ...options,
      ...more,
    });
    opened.push(users);
    return users;
  }
  const users = another();

  return {
    ...{ database, users, another },
    async workspace() {
      const { id } = await createWorkspace(database.db, { name: unique('workspace') });
      await topUpWallet(database.db, { workspace: id, amount: 1_000, reference: 'first' });
      return id;
    },
    async member(workspace, role) {
      const id = newUuid();
      await database.db.query(
        `insert into app_user (id, name, email, created_at, updated_at)
         values ($1, 'Someone', $2, now(), now())`,
        [id, `${unique('someone')}@example.com`],
      );
      await database.db.query(
        'insert into membership (id, workspace, user_id, role) values ($1, $2, $3, $4)',
        [newUuid(), workspace, id, role],
      );
      return { id };
    },
    async join(workspace, role, email = `${unique('someone')}@example.com`) {
      const { token } = await createInvitation(database.db, { workspace, role });
      const joined = await users.acceptInvitation({
        ...{ token, name: 'Someone', email, password: PASSWORD },
      });
      return { id: joined.me.user.id, email, cookie: cookieOf(joined) };
    },
    async close() {
      await Promise.all(opened.map((one) => one.close()));
      await database.drop();
    },
  };
}

export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(6).toString('hex')}`;
}

/** What a browser sends back. */
export function cookieOf({ setCookie }: Pick<SignedIn, 'setCookie'>): string {
  return setCookie.map((text) => text.split(';')[0]).join('; ');
}

/** The code of the problem with which the call ends; `none` if it succeeds. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'none';
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}
