/**
 * The programs that tests start, each bundled once per test run: a start then takes half the time of reading and
 * stripping a thousand files. The code is the same, and each of its files still sees its own address.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

export interface BundledPrograms {
  /** The bundle that tests start instead of a source file. */
  bundleOf: Record<string, string>;
  /** Where the compiled code of the bundles is kept. */
  compileCache: string;
  /** The data folder of programs that a test gives none. */
  dataDir: string;
}

/** Paths from the root of the project. */
const PROGRAMS = ['server/main.ts', 'test/toy/main.ts', 'test/support/commands-subject.ts'];

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Code finds migrations, the contract and PostgreSQL's programs from its own file. */
const KEEPS_ADDRESSES: Plugin = {
  name: 'keeps-addresses',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.url/ },
    handler: (code, id) =>
      code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
};

/**
 * The addresses of large libraries that few programs load: bundling them takes longer than reading them. jsonc-parser
 * looks for its parts in a way that no bundler understands.
 */
const LEAVES_LIBRARIES: Plugin = {
  name: 'leaves-libraries',
  resolveId: {
    filter: { id: /^(dockerode|@kubernetes\/client-node|@aws-sdk\/client-s3|jsonc-parser)$/ },
    handler: (source) => ({ id: pathToFileURL(require.resolve(source)).href, external: true }),
  },
};

export async function bundlePrograms(): Promise<BundledPrograms & { remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'model-run-programs-'));
  const input = Object.fromEntries(
    PROGRAMS.map((program) => [basename(dirname(program)), join(ROOT, program)]),
  );
  await using bundle = await rolldown({
    input,
    platform: 'node',
    // An optional part of `pg`, which looks for it in vain.
    external: ['pg-native'],
    plugins: [KEEPS_ADDRESSES, LEAVES_LIBRARIES],
  });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js' });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  return {
    bundleOf: Object.fromEntries(
      Object.entries(input).map(([name, program]) => [program, join(folder, `${name}.js`)]),
    ),
    compileCache: join(folder, 'compiled'),
    dataDir: join(folder, 'data'),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 20 }),
  };
}
