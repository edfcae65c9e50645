/**
 * The library's tables, over a connection of ours: what the library writes inside a transaction is part of that
 * transaction. The token of a session leaves here only as its SHA-256. Requests that the library's setup does not need
 * throw, so that an upgrade that needs more is noticed.
 */
import { createAdapterFactory } from 'better-auth/adapters';
import type { Queryable } from '../platform/db/pool.ts';
import { invariant } from '../platform/lib/errors.ts';
import { type Filter, type Row, TABLES, type Table } from './auth-store.ts';
import { sha256 } from './link-token.ts';

/** A condition as the library writes it. */
interface Condition {
  field: string;
  value: unknown;
  operator: string | undefined;
  connector: string | undefined;
}

const ALL = 1_000;

export function createAuthAdapter(connection: () => Queryable) {
  return createAdapterFactory({
    config: { adapterId: 'model-run-users', supportsUUIDs: true, transaction: false },
    adapter: () => ({
      async create<T>({ model, data }: { model: string; data: T }): Promise<T> {
        const { token, ...row } = data as Row;
        if (model !== 'session') return (await tableOf(model).insert(connection(), row)) as T;
        const tokenHash = sha256(String(token));
        const saved = await tableOf(model).insert(connection(), { ...row, tokenHash });
        return { ...saved, token } as T;
      },
      async findOne<T>({ model, where }: Target): Promise<T | null> {
        return ((await find(model, where, 1))[0] as T | undefined) ?? null;
      },
      async findMany<T>({ model, where = [], limit }: Many): Promise<T[]> {
        return (await find(model, where, limit ?? ALL)) as T[];
      },
      async update<T>({ model, where, update }: Target & { update: T }): Promise<T | null> {
        return ((await change(model, where, update as Row))[0] as T | undefined) ?? null;
      },
      updateMany: async ({ model, where, update }) => (await change(model, where, update)).length,
      async delete({ model, where }) {
        await remove(model, where);
      },
      deleteMany: async ({ model, where }) => (await remove(model, where)).length,
      async consumeOne<T>({ model, where }: Target): Promise<T | null> {
        return ((await remove(model, where))[0] as T | undefined) ?? null;
      },
      count: async ({ model, where = [] }) => (await find(model, where, ALL)).length,
    }),
  });

  async function find(model: string, where: readonly Condition[], limit: number): Promise<Row[]> {
    const table = tableOf(model);
    const rows = await table.select(connection(), filterOf(table, where), limit);
    const token = where.find(({ field }) => field === 'token')?.value;
    // Only a reader that finds a session by its token knows the token.
    return model === 'session' ? rows.map((row) => ({ ...row, token: token ?? null })) : rows;
  }

  async function change(model: string, where: readonly Condition[], changes: Row): Promise<Row[]> {
    const table = tableOf(model);
    invariant(table.update, `the library changes no ${model}`);
    return table.update(connection(), filterOf(table, where), changes);
  }

  async function remove(model: string, where: readonly Condition[]): Promise<Row[]> {
    const table = tableOf(model);
    return table.remove(connection(), filterOf(table, where));
  }
}

interface Target {
  model: string;
  where: readonly Condition[];
}

interface Many {
  model: string;
  where?: readonly Condition[] | undefined;
  limit?: number;
}

function tableOf(model: string): Table {
  const table = TABLES[model];
  invariant(table, `the library has no model ${model} here`);
  return table;
}

function filterOf(table: Table, where: readonly Condition[]): Filter {
  const filter: Filter = {};
  for (const { field, value, operator, connector } of where) {
    const isKnown = ['eq', 'in'].includes(operator ?? 'eq') && connector !== 'OR';
    const values = Array.isArray(value) ? value.map(String) : [String(value)];
    const name = field === 'token' ? 'tokenHash' : (field as keyof Filter);
    invariant(isKnown && table.filters.includes(name), `the library may ask for ${field}`);
    if (name === 'tokenHash') filter.tokenHash = values.map(sha256);
    else filter[name] = name === 'email' ? values.map((one) => one.toLowerCase()) : values;
  }
  // An empty filter would match everybody.
  invariant(Object.keys(filter).length > 0, 'the library names whom it asks for');
  return filter;
}
