/**
 * A cluster of PostgreSQL under Patroni, with etcd for its elections and HAProxy in front of the current primary, in a
 * temporary folder.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { freePort } from '../support/free-port.ts';
import { installed } from '../support/installed.ts';
import {
  type Account,
  accountOfDaemons,
  type Daemon,
  descendants,
  makeOwn,
  startDaemon,
  stop,
  writeOwn,
} from './daemons.ts';

const BINARIES = '/usr/lib/postgresql/15/bin';
const PATIENCE_MS = 120_000;

export interface Node {
  name: string;
  port: number;
  rest: number;
  dataDir: string;
  patroni: Daemon | undefined;
}

export interface Cluster {
  /** Through HAProxy, for a role that owns the database. */
  url: string;
  nodes: Node[];
  /** The node that accepts writes, with its timeline; undefined while there is none. */
  primary(): Promise<{ node: Node; timeline: number } | undefined>;
  /** Resolves once another node than this one accepts writes, with the time of that. */
  promotedAfter(old: Node): Promise<{ node: Node; at: number }>;
  /** Resolves once a standby follows the primary; on request, a synchronous one. */
  hasStandby(): Promise<void>;
  /** Replaces the node as for maintenance. */
  switchOver(): Promise<Node>;
  /** Kills PostgreSQL and Patroni of the primary, at once. */
  killPrimary(): Promise<Node>;
  /** Restarts what was killed, as a standby. */
  restart(): Promise<void>;
  /** From now on the standby receives nothing of what the primary commits. */
  stopReplication(): Promise<void>;
  asSuperuser<T>(node: Node, work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Setting {
  folder: string;
  account: Account;
  etcd: number;
  isSynchronous: boolean;
}

export async function startCluster(options: { isSynchronous: boolean }): Promise<Cluster> {
  const account = accountOfDaemons();
  const folder = makeOwn(await mkdtemp(join(tmpdir(), 'model-run-cluster-')), account);
  const [etcd, balanced] = [await freePort(), await freePort()];
  const setting = { folder, account, etcd, ...options };
  const daemons = [await startEtcd(setting)];
  const nodes: Node[] = [];
  for (const name of ['one', 'two']) {
    const node = { name, port: await freePort(), rest: await freePort(), patroni: undefined };
    nodes.push({ ...node, dataDir: join(makeOwn(join(folder, name), account), 'data') });
  }
  for (const node of nodes) {
    start(setting, node);
    // The first node creates the cluster.
    await until(() => stateOf(node), `${node.name} runs`);
  }
  daemons.push(startProxy(setting, nodes, balanced));
  const cluster = clusterOf(setting, nodes, `postgres://seller:seller@127.0.0.1:${balanced}/runs`);
  await makeDatabase(cluster);
  await cluster.hasStandby();
  return {
    ...cluster,
    async close() {
      for (const { patroni } of nodes) await patroni?.kill();
      for (const daemon of daemons) await daemon.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function startEtcd({ folder, account, etcd }: Setting): Promise<Daemon> {
  const peer = `http://127.0.0.1:${await freePort()}`;
  const client = `http://127.0.0.1:${etcd}`;
  const daemon = startDaemon(
    folder,
    'etcd',
    [
      ...[installed('etcd', 'etcd-server'), '--data-dir', makeOwn(join(folder, 'etcd'), account)],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', `default=${peer}`, '--logger', 'zap'],
    ],
    account,
  );
  await until(() => answers(`${client}/health`), 'etcd runs');
  return daemon;
}

/** JSON is valid YAML. */
function start({ folder, account, etcd, isSynchronous }: Setting, node: Node): void {
  const login = (username: string) => ({ username, password: username });
  const authentication = {
    superuser: login('postgres'),
    replication: login('replicator'),
    rewind: login('rewinder'),
  };
  const parameters = {
    ...{ max_connections: 120, shared_buffers: '64MB', unix_socket_directories: folder },
    ...{
      max_wal_senders: 5,
      wal_keep_size: '256MB',
      wal_log_hints: 'on',
      password_encryption: 'md5',
    },
  };
  const pg_hba = ['host replication replicator 127.0.0.1/32 md5', 'host all all 127.0.0.1/32 md5'];
  const address = `127.0.0.1:${node.port}`;
  const config = {
    ...{ scope: 'runs', name: node.name, etcd3: { host: `127.0.0.1:${etcd}` } },
    restapi: { listen: `127.0.0.1:${node.rest}`, connect_address: `127.0.0.1:${node.rest}` },
    bootstrap: {
      dcs: {
        ...{ ttl: 20, loop_wait: 2, retry_timeout: 5, synchronous_mode: isSynchronous },
        maximum_lag_on_failover: 1_000_000_000,
        postgresql: { use_pg_rewind: true, parameters, pg_hba },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba,
    },
    postgresql: {
      ...{ listen: address, connect_address: address, data_dir: node.dataDir, bin_dir: BINARIES },
      ...{ authentication, pg_hba, pgpass: join(folder, node.name, 'pgpass') },
    },
  };
  const file = writeOwn(join(folder, `${node.name}.yaml`), JSON.stringify(config), account);
  node.patroni = startDaemon(folder, node.name, [installed('patroni', 'patroni'), file], account);
}

function startProxy({ folder, account }: Setting, nodes: Node[], port: number): Daemon {
  const servers = nodes.map(
    ({ name, port: of, rest }) => `  server ${name} 127.0.0.1:${of} check port ${rest}`,
  );
  const text = `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
  const file = writeOwn(join(folder, 'haproxy.cfg'), text, account);
  return startDaemon(
    folder,
    'haproxy',
    [installed('haproxy', 'haproxy'), '-db', '-f', file],
    account,
  );
}

function clusterOf(setting: Setting, nodes: Node[], url: string): Omit<Cluster, 'close'> {
  async function primary() {
    const states = await Promise.all(nodes.map(stateOf));
    const at = states.findIndex((state) => state?.role === 'master' || state?.role === 'primary');
    const [node, state] = [nodes[at], states[at]];
    return node && state ? { node, timeline: state.timeline } : undefined;
  }

  async function switchOver(): Promise<Node> {
    const { node } = await until(primary, 'there is a primary');
    const candidate = nodes.find((other) => other !== node)!.name;
    const response = await fetch(`http://127.0.0.1:${node.rest}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: node.name, candidate }),
    });
    if (!response.ok) throw new Error(`the switchover: ${await response.text()}`);
    return node;
  }

  async function killPrimary(): Promise<Node> {
    const { node } = await until(primary, 'there is a primary');
    const server = Number(
      readFileSync(join(node.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0],
    );
    for (const pid of [server, ...descendants(server)]) stop(pid);
    await node.patroni?.kill();
    node.patroni = undefined;
    return node;
  }

  function asSuperuser<T>(node: Node, work: (db: Db) => Promise<T>): Promise<T> {
    const login = `postgres://postgres:postgres@127.0.0.1:${node.port}/postgres`;
    const db = createDb({ url: login, max: 1, applicationName: 'administration' });
    return work(db).finally(() => db.close());
  }

  async function standbys(): Promise<{ pid: number; state: string }[]> {
    const now = await primary();
    if (!now) return [];
    return asSuperuser(now.node, (db) =>
      db.query<{ pid: number; state: string }>(
        "select pid, sync_state as state from pg_stat_replication where state = 'streaming'",
      ),
    ).catch(() => []);
  }

  return {
    ...{ url, nodes, primary, switchOver, killPrimary, asSuperuser },
    async promotedAfter(old) {
      const now = await until(async () => {
        const found = await primary();
        return found && found.node !== old ? found : undefined;
      }, 'another one is the primary');
      return { node: now.node, at: Date.now() };
    },
    hasStandby: async () => {
      const wanted = setting.isSynchronous ? 'sync' : 'async';
      await until(
        async () => (await standbys()).some(({ state }) => state === wanted) || undefined,
        `a standby is ${wanted}`,
      );
    },
    async restart() {
      for (const node of nodes) if (!node.patroni) start(setting, node);
    },
    async stopReplication() {
      for (const { pid } of await standbys()) stop(pid, 'SIGSTOP');
    },
  };
}

async function makeDatabase({ asSuperuser, primary, url }: Omit<Cluster, 'close'>) {
  const { node } = await until(primary, 'there is a primary');
  await asSuperuser(node, async (db) => {
    await db.query("create role seller login password 'seller'");
    await db.query('create database runs owner seller');
  });
  const db = createDb({ url, max: 1, applicationName: 'administration' });
  // HAProxy treats all as available until it has checked them twice.
  await sleep(3_000);
  await until(
    () => db.query('create table led ()').catch(() => undefined),
    'the proxy leads to the primary',
  );
  await db.query('drop table led');
  await db.close();
}

interface State {
  role: string;
  timeline: number;
}

async function stateOf({ rest, patroni }: Node): Promise<State | undefined> {
  if (!patroni) return undefined;
  try {
    const signal = AbortSignal.timeout(1_500);
    const response = await fetch(`http://127.0.0.1:${rest}/patroni`, { signal });
    const state = (await response.json()) as State & { state: string };
    return state.state === 'running' ? state : undefined;
  } catch {
    return undefined;
  }
}

function answers(url: string): Promise<true | undefined> {
  return fetch(url).then(
    ({ ok }) => ok || undefined,
    () => undefined,
  );
}

export async function until<T>(ask: () => Promise<T | undefined>, what: string): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (performance.now() > giveUpAt) throw new Error(`it did not come to it that ${what}`);
    await sleep(100);
  }
}
