/** The connection to the engine, and the meaning of an answer of it, or of a missing answer. */
import { readFile } from 'node:fs/promises';
import Docker from 'dockerode';
import type { EngineSettings } from '../compute-file.ts';
import type { Machine } from '../machine.ts';

interface DockerConnection {
  socketPath?: string;
  protocol?: 'http' | 'https';
  host?: string | undefined;
  port?: number;
  ca?: Buffer;
  cert?: Buffer;
  key?: Buffer;
}

export interface DockerEngineOptions {
  /** Whose room the jobs take; absent if the engine may have any number. */
  machine?: Machine;
  /** Empty if the variables of Docker's own programs set it. */
  connection: DockerConnection;
  /** The name of this service at the engine: it leaves jobs with another name alone. */
  deployment: string;
  /** A runtime that the engine knows, such as `runsc`. */
  runtime?: string | undefined;
}

const PORTS = { http: 2_375, https: 2_376 };

/** Throws if a file cannot be read. */
export async function connectionOf({
  host,
  tls = {},
}: EngineSettings['docker']): Promise<DockerConnection> {
  if (host === undefined) return {};
  // No host, even if DOCKER_HOST has one: otherwise the library would use that.
  if (host.startsWith('unix://'))
    return { socketPath: host.slice('unix://'.length), host: undefined };
  const { protocol: scheme, hostname, port } = new URL(host);
  const protocol = scheme === 'https:' ? 'https' : 'http';
  const files = await Promise.all(
    Object.entries(tls).map(async ([name, path]) => [name, path && (await readFile(path))]),
  );
  return {
    ...{ protocol, host: hostname, port: port === '' ? PORTS[protocol] : Number(port) },
    ...Object.fromEntries(files),
  };
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/** Whether Docker runs its containers on this machine, as far as its address says. */
export function isHere(connection: DockerConnection): boolean {
  // Its types leave out what it found in the variables.
  const { modem } = new Docker(connection as Docker.DockerOptions) as unknown as {
    modem: { socketPath?: string; host?: string };
  };
  const { socketPath, host = '' } = modem;
  return socketPath !== undefined || LOOPBACK.includes(host);
}

interface ApiError extends Error {
  statusCode?: number;
}

export function statusOf(error: unknown): number | undefined {
  return (error as ApiError).statusCode;
}

export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404;
}

/** Docker returns 409, Podman 500 with a message. */
export function isTaken(error: unknown): boolean {
  const text = wordsOf(error);
  return statusOf(error) === 409 || /already (in use|exists)|name .* is in use/.test(text);
}

/** The engine's message contains its address, and details of its machine. */
export function troubleOf(error: unknown): { reason: string; fault: string } {
  const status = statusOf(error);
  const reason =
    status === undefined
      ? 'The engine could not be reached.'
      : `The engine answered with ${status}.`;
  return { reason, fault: wordsOf(error) };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    throw error;
  });
}
