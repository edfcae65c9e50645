/** Two processes of the service behind HAProxy, replaced one after the other as an operator does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { installed } from '../support/installed.ts';
import { kill, type Process, startProcess } from '../support/process.ts';

export interface Balanced {
  url: string;
  /** Replaces all of them, one after the other, by processes of this program; by default, of the sources. */
  replaceAll(main?: string): Promise<void>;
  close(): Promise<void>;
}

const NAMES = ['one', 'two'];
/** The columns of `show stat`: a backend, its server, and the sessions that the server has now. */
const [BACKEND, SERVER, SESSIONS] = [0, 1, 4];

export async function startBalanced(environment: Record<string, string>): Promise<Balanced> {
  const folder = await mkdtemp(join(tmpdir(), 'model-run-balanced-'));
  const port = await freePort();
  const ports = [await freePort(), await freePort()];
  const socket = join(folder, 'haproxy.sock');
  const start = (i: number, program?: string) =>
    startProcess('start', { ...environment, PORT: String(ports[i]) }, program);
  const processes: Process[] = [await start(0), await start(1)];
  await writeFile(join(folder, 'haproxy.cfg'), configuration(port, ports, socket));
  const haproxy = spawn(
    installed('haproxy', 'haproxy'),
    ['-db', '-f', join(folder, 'haproxy.cfg')],
    {
      stdio: 'ignore',
    },
  );
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url);

  async function order(command: string): Promise<string> {
    const connection = connect(socket);
    connection.end(`${command}\n`);
    return text(connection);
  }

  async function sessionsOf(name: string): Promise<number> {
    const rows = (await order('show stat')).split('\n').map((line) => line.split(','));
    const row = rows.find((each) => each[BACKEND] === 'api' && each[SERVER] === name);
    return Number(row![SESSIONS]);
  }

  async function replace(i: number, program?: string): Promise<void> {
    const name = NAMES[i]!;
    await order(`set server api/${name} state drain`);
    // It answers what it got before, however long that takes on a busy machine.
    while ((await sessionsOf(name)) > 0) await sleep(100);
    const process = processes[i]!;
    kill(process, 'SIGTERM');
    expect((await process.ended).code).toBe(0);
    processes[i] = await start(i, program);
    await order(`set server api/${name} state ready`);
    while (!(await order('show servers state api')).match(new RegExp(` ${name} \\S+ 2 0 `))) {
      await sleep(100);
    }
  }

  return {
    url,
    async replaceAll(program) {
      for (const i of NAMES.keys()) await replace(i, program);
    },
    async close() {
      for (const process of processes) kill(process, 'SIGKILL');
      await Promise.all(processes.map(({ ended }) => ended));
      const ended = once(haproxy, 'close');
      haproxy.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As `server/deploy/compose/haproxy.cfg` has it. */
function configuration(port: number, ports: number[], socket: string): string {
  const servers = NAMES.map((name, i) => `  server ${name} 127.0.0.1:${ports[i]}`);
  return `global
  stats socket ${socket} mode 600 level admin
defaults
  mode http
  option http-server-close
  timeout connect 5s
  timeout client 75s
  timeout server 90s
  timeout queue 10s
  # Processes are taken out by an order, and none because the machine has much else to do.
  timeout check 10s
  retries 10
  option redispatch 1
  retry-on conn-failure
frontend all
  bind 127.0.0.1:${port}
  default_backend api
backend api
  balance leastconn
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host balancer
  http-check expect status 200
  default-server check inter 1s fall 10 rise 1
${servers.join('\n')}
`;
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await sleep(100);
  }
}
