/** The connection to the engine, from the operator's options. */
import { readFile } from 'node:fs/promises';
import Docker from 'dockerode';
import type { z } from 'zod';
import type { DockerConnection, dockerEngine } from './options.ts';

const PORTS = { http: 2_375, https: 2_376 };

/** Throws if a file cannot be read. */
export async function connectionOf({
  host,
  tls = {},
}: z.output<typeof dockerEngine>): Promise<DockerConnection> {
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
