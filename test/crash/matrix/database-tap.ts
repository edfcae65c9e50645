/**
 * A proxy to PostgreSQL that kills its client at a chosen statement: before the database has it, while the database
 * works on it, or after the commit, before anybody knows of it. The process under test is the real one and does not
 * know of the proxy.
 */
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createFrameReader, type Frame, statementOf } from './wire.ts';

export interface DatabaseTrigger {
  /** The name under which the service prepares the statement. */
  statement: string;
  when: 'before' | 'during' | 'after';
  /** Fires only if the statement returned rows: a claim or a sweep that found something. */
  withRows?: boolean;
}

export interface DatabaseTap {
  url: string;
  /** Fires once; afterwards nothing more passes on the connection that met the trigger. */
  arm(trigger: DatabaseTrigger, fire: () => void): void;
  disarm(): void;
  /** Refuses new connections, and cuts off existing ones. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  close(): Promise<void>;
}

export async function openDatabaseTap(databaseUrl: string): Promise<DatabaseTap> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let armed: { trigger: DatabaseTrigger; fire: () => void } | undefined;

  function met(trigger: DatabaseTrigger): boolean {
    if (armed?.trigger !== trigger) return false;
    const { fire } = armed;
    armed = undefined;
    fire();
    return true;
  }

  const server = createServer((near) => {
    const far = reach(target);
    const questions = createFrameReader(true);
    const answered = createFrameReader(false);
    let watched: { trigger: DatabaseTrigger; rows: number } | undefined;
    let isCut = false;

    near.on('data', (piece) => {
      const frames = questions(piece);
      if (isCut) return;
      const trigger = armed?.trigger;
      const isMet = trigger && frames.some((frame) => statementOf(frame) === trigger.statement);
      if (isMet && trigger.when === 'before' && met(trigger)) {
        isCut = true;
        return;
      }
      far.write(piece);
      if (!isMet) return;
      if (trigger.when === 'after') watched = { trigger, rows: 0 };
      else if (met(trigger)) isCut = true;
    });
    far.on('data', (piece) => {
      const frames = answered(piece);
      if (isCut) return;
      if (watched) {
        watched.rows += frames.filter(({ type }) => type === 'D').length;
        if (frames.some(isReady)) {
          const isDue = !watched.trigger.withRows || watched.rows > 0;
          if (isDue && met(watched.trigger)) {
            isCut = true;
            return;
          }
          watched = undefined;
        }
      }
      near.write(piece);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  const refuse = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(0);
  const { port } = server.address() as { port: number };
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;

  return {
    url: url.href,
    arm(trigger, fire) {
      armed = { trigger, fire };
    },
    disarm() {
      armed = undefined;
    },
    refuse,
    accept: () => listen(port),
    close: refuse,
  };
}

/** A host that is a path names the folder of a socket. */
function reach({ hostname, port }: URL): Socket {
  const host = decodeURIComponent(hostname);
  return host.startsWith('/')
    ? connect(join(host, `.s.PGSQL.${port}`))
    : connect(Number(port), host);
}

const isReady = ({ type }: Frame): boolean => type === 'Z';
