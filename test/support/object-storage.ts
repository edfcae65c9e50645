/** An S3 server, moto, from a Python environment that is made once per machine. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const VERSION = '5.2.5';

export async function startObjectStorage(): Promise<{ endpoint: string; close(): void }> {
  const folder = join(tmpdir(), `moto-${VERSION}`);
  const server = join(folder, 'bin/moto_server');
  if (!existsSync(server)) {
    execFileSync('python3', ['-m', 'venv', folder]);
    const wanted = `moto[server,s3]==${VERSION}`;
    execFileSync(join(folder, 'bin/pip'), ['install', '--quiet', wanted], { stdio: 'pipe' });
  }
  const port = await freePort();
  const child = spawn(server, ['--host', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
  const endpoint = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 600; i++) {
    if (await fetch(endpoint).then(Boolean, () => false)) break;
    await sleep(100);
  }
  return { endpoint, close: () => child.kill('SIGKILL') };
}
