/**
 * Makes the wheel of the Python client from its sources: a zip with the modules and three texts about them, which needs
 * no Python. The same sources give the same bytes. `npm run check:python` compares it with the wheel of the build backend
 * that `pyproject.toml` names.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
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

/** 1980, the earliest moment that a zip can name. */
const DATE = 0x21;

function zipped(files: readonly { path: string; content: Buffer }[]): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content, { level: 9 });
    // Version, flags and method; then the moment, the checksum, both sizes, and the length of the name.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE(DATE, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, packed]);
    // Made on Unix; a regular file that all can read, and where its entry begins.
    const place = Buffer.alloc(14);
    place.writeUInt32LE(((0o100644 << 16) >>> 0) as number, 6);
    place.writeUInt32LE(offset, 10);
    const maker = Buffer.from([20, 3]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), maker, facts, place, name]));
    entries.push(entry);
    offset += entry.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...entries, index, end]);
}
