/** An npm registry on loopback that has only the named packages, as they are in node_modules. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MODULES = join(import.meta.dirname, '../../node_modules');
const run = promisify(execFile);

export async function startPackageRegistry(names: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'package-registry-'));
  const requests: string[] = [];
  const tarballs = new Map<string, Buffer>();
  for (const name of names) {
    const to = await mkdtemp(join(folder, 'one-'));
    const args = ['pack', join(MODULES, name), '--ignore-scripts', '--silent'];
    await run('npm', [...args, '--pack-destination', to], { cwd: folder });
    const [file] = await readdir(to);
    tarballs.set(name, readFileSync(join(to, file!)));
  }

  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    requests.push(path);
    const tarball = tarballs.get(path.replace(/\.tgz$/, ''));
    if (!tarball) response.writeHead(404).end('{}');
    else if (path.endsWith('.tgz')) response.end(tarball);
    else response.end(JSON.stringify(packument(path)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function packument(name: string) {
    const text = readFileSync(join(MODULES, name, 'package.json'), 'utf8');
    const { version, dependencies } = JSON.parse(text) as Record<string, string>;
    const one = { name, version, dependencies, dist: { tarball: `${url}/${name}.tgz` } };
    return { name, 'dist-tags': { latest: version }, versions: { [version!]: one } };
  }

  return {
    url,
    /** The requested paths. */
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
