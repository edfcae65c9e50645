/**
 * The contract in other languages: public generators make sources from the document, programs are compiled against
 * them, and each reads a run and a problem of a later service; some have a conversation with a real one. Not part of
 * the quick gate, because it downloads and compiles. A missing toolchain is reported, and fails the check unless
 * --allow-missing allows it.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@commander-js/extra-typings';
import { root } from '../../scripts/fingerprint.ts';
import { EXPECTED, writeDocuments } from './documents.ts';
import { execute } from './execute.ts';
import { startFixtures } from './fixtures.ts';
import { type Language, languages } from './languages.ts';
import { exitCodeOf, type Outcome, proveAll } from './report.ts';

const options = program
  .name('npm run check:languages --')
  .description('Compiles and runs generated sources in other languages.')
  .argument('[language...]', `which: ${languages.map(({ name }) => name).join(', ')}; default: all`)
  .option('--allow-missing', 'pass although a toolchain is missing', false)
  .parse();
const [requested] = options.processedArgs;
const unknown = requested.filter((name) => !languages.some((language) => language.name === name));
if (unknown.length > 0) options.error(`error: no language is called ${unknown.join(', ')}`);

const folder = await mkdtemp(join(tmpdir(), 'languages-'));
const cache = join(root, 'node_modules', '.cache', 'languages');
await mkdir(cache, { recursive: true });
const fixtures = await startFixtures();
let outcomes: Outcome[];
try {
  const documents = await writeDocuments(folder, fixtures.url);
  const wanted = languages.filter(({ name }) => requested.length === 0 || requested.includes(name));
  const provers = wanted.map((each) => ({ ...each, prove: () => proveOf(each, documents) }));
  outcomes = await proveAll(provers);
} finally {
  await fixtures.close();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = exitCodeOf(outcomes, options.opts());

type Documents = Awaited<ReturnType<typeof writeDocuments>>;

async function proveOf(
  { name, build, converses }: Language,
  { contract, run, problem }: Documents,
): Promise<string> {
  const program = await build({ folder: join(folder, name), cache, contract });
  const read = await execute(program.command, [...program.args, 'parse', run, problem]);
  if (read.trim() !== EXPECTED) throw new Error(`read ${read.trim()}, and not ${EXPECTED}`);
  if (!converses) return 'reads a run and a problem of a later service';
  const { command, args } = program.conversation ?? {
    command: program.command,
    args: [...program.args, 'converse', fixtures.url, fixtures.key],
  };
  const environment = { MODEL_RUN_BASE_URL: fixtures.url, MODEL_RUN_KEY: fixtures.key };
  const printed = await execute(command, args, { environment });
  if (!printed.startsWith('The tools answered: get_weather said 21')) throw new Error(printed);
  return 'reads a run and a problem of a later service, and has a conversation';
}
