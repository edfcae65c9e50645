/** A Redis of the test's own, in memory, that it can kill and start again on its port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { installed } from '../support/installed.ts';

export interface ValkeyServer {
  url: string;
  /** Ends it as a crash does: all its data is gone. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export async function startValkey(): Promise<ValkeyServer> {
  const program = installed('redis-server', 'redis-server');
  const port = await freePort();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
    child = spawn(program, options, { stdio: 'ignore' });
    while (!(await listens(port))) await sleep(20);
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  await start();
  return { url: `redis://127.0.0.1:${port}/0`, start, kill };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
