/**
 * Makes a release: one archive in `dist/` that operators unpack, `npm ci --omit=dev` in, and start. It contains the
 * built pages, the client's package and what the service runs with, and nothing that only builds or tests it. The same sources make the same
 * archive.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './fingerprint.ts';
import { buildServed, writeRelease } from './release/index.ts';
import { checkout } from './release/manifest.ts';

await buildServed();
const folder = join(root, 'dist');
mkdirSync(folder, { recursive: true });
const { file, files } = await writeRelease(folder);
const bytes = readFileSync(file);
const megabytes = (statSync(file).size / 1_000_000).toFixed(1);
console.log(`${relative(root, file)}: ${megabytes} MB, ${files} files`);
console.log(`sha256 ${createHash('sha256').update(bytes).digest('hex')}`);

const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const ofThis = changes
  .split(/^## /m)
  .find((section) => section.startsWith(`${checkout.version}\n`));
if (ofThis === undefined) {
  console.error(`CHANGELOG.md says nothing of ${checkout.version}.`);
  process.exitCode = 1;
} else if (ofThis.includes('Not released yet.')) {
  console.log(`CHANGELOG.md calls ${checkout.version} not released yet: this is for trying it.`);
}
