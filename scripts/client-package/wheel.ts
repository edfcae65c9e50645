/**
 * Makes the wheel of the Python client from its sources: a zip with the modules and three texts about them, which needs
 * no Python. The same sources give the same bytes. `npm run check:python` compares it with the wheel of the build backend
 * that `pyproject.toml` names.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ZippableFile, zipSync } from 'fflate';
import { client } from './sources.ts';

const project = join(client, 'python');

/** The name, without which pip installs no wheel, and the bytes. */
export function makeWheel(): { name: string; bytes: Buffer } {
  const manifest = readFileSync(join(project, 'pyproject.toml'), 'utf8');
  const { version } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8')) as {
    version: string;
  };
  const stem = `model_run_client-${version}`;
  const modules = globSync('model_run_client/*.{py,typed}', { cwd: join(project, 'src') }).sort();
  const files = [
    ...modules.map((path) => ({ path, content: readFileSync(join(project, 'src', path)) })),
    ...Object.entries({
      METADATA: metadataOf(manifest, version),
      WHEEL:
        'Wheel-Version: 1.0\nGenerator: model-run-api\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
      'licenses/LICENSE': readFileSync(join(project, 'LICENSE'), 'utf8'),
    }).map(([path, text]) => ({ path: `${stem}.dist-info/${path}`, content: Buffer.from(text) })),
  ];
  const record = `${stem}.dist-info/RECORD`;
  const lines = files.map(({ path, content }) => {
    const hash = createHash('sha256').update(content).digest('base64url');
    return `${path},sha256=${hash},${content.length}\n`;
  });
  const content = Buffer.from(`${lines.join('')}${record},,\n`);
  return {
    name: `${stem}-py3-none-any.whl`,
    bytes: zipped([...files, { path: record, content }]),
  };
}

function metadataOf(manifest: string, version: string): string {
  const text = (name: string) => JSON.parse(jsonOf(manifest, name)) as string;
  const list = (name: string) => JSON.parse(jsonOf(manifest, name)) as string[];
  const lines = [
    ['Metadata-Version', '2.4'],
    ['Name', text('name')],
    ['Version', version],
    ['Summary', text('description')],
    ['License-Expression', text('license')],
    ...list('license-files').map((each) => ['License-File', each]),
    ...list('classifiers').map((each) => ['Classifier', each]),
    ['Requires-Python', text('requires-python')],
    ...list('dependencies').map((each) => ['Requires-Dist', each]),
    ['Description-Content-Type', 'text/markdown'],
  ];
  const readme = readFileSync(join(project, 'README.md'), 'utf8');
  return `${lines.map(([name, value]) => `${name}: ${value}\n`).join('')}\n${readme}`;
}

/** A text or a list of texts is in TOML as it is in JSON, but for a comma at the end. */
function jsonOf(manifest: string, name: string): string {
  const found = new RegExp(`^${name} = ("[^"\\n]*"|\\[[^\\]]*\\])`, 'm').exec(manifest)?.[1];
  if (found === undefined)
    throw new Error(`pyproject.toml has no ${name} that is a text or a list.`);
  return found.replace(/,\s*\]$/, ']');
}

/** The earliest moment that a zip can name, which has no time zone. */
const MOMENT = new Date(1980, 0, 1);
/** A zip made on Unix, of regular files that all can read. */
const FILE = { os: 3, attrs: (0o100644 << 16) >>> 0 };

function zipped(files: readonly { path: string; content: Buffer }[]): Buffer {
  const entries = files.map(({ path, content }): [string, ZippableFile] => [path, [content, FILE]]);
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 9, mtime: MOMENT }));
}
