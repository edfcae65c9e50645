/**
 * The contract in other languages: the public generators make sources of the document, programs are compiled against
 * them, and each reads a run and a problem of a later service; some have a conversation with a real one. Not part of
 * the quick gate, because it downloads and compiles. What a machine has no toolchain for is told, and fails the check
 * unless --allow-missing says that it may.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@commander-js/extra-typings';
import { root } from '../../scripts/fingerprint.ts';
import { EXPECTED, writeDocuments } from './documents.ts';
import { execute, isThere } from './execute.ts';
import { type Language, languages } from './languages.ts';
import { exitCodeOf, lineOf, type Outcome } from './report.ts';
import { startScene } from './scene.ts';

const options = program
  .name('npm run check:languages --')
  .description('Compiles and runs generated sources in other languages.')
  .argument('[language...]', `which: ${languages.map(({ name }) => name).join(', ')}; default: all`)
  .option('--allow-missing', 'pass although a toolchain is missing', false)
  .parse();
const [asked] = options.processedArgs;
const unknown = asked.filter((name) => !languages.some((language) => language.name === name));
if (unknown.length > 0) options.error(`error: no language is called ${unknown.join(', ')}`);

const folder = await mkdtemp(join(tmpdir(), 'languages-'));
const cache = join(root, 'node_modules', '.cache', 'languages');
await mkdir(cache, { recursive: true });
const scene = await startScene();
const outcomes: Outcome[] = [];
try {
  const documents = await writeDocuments(folder, scene.url);
  for (const language of languages) {
    if (asked.length > 0 && !asked.includes(language.name)) continue;
    const outcome = await outcomeOf(language, documents);
    outcomes.push(outcome);
    console.log(lineOf(outcome));
  }
} finally {
  await scene.close();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = exitCodeOf(outcomes, options.opts());

type Documents = Awaited<ReturnType<typeof writeDocuments>>;

async function outcomeOf({ name, needs, build, converses }: Language, documents: Documents) {
  const missing = needs.filter((tool) => !isThere(tool));
  if (missing.length > 0) return { name, missing };
  const place = join(folder, name);
  try {
    const run = await build({ folder: place, cache, contract: documents.contract });
    const read = await execute(run.command, [
      ...run.args,
      'parse',
      documents.run,
      documents.problem,
    ]);
    if (read.trim() !== EXPECTED) throw new Error(`read ${read.trim()}, and not ${EXPECTED}`);
    if (!converses) return { name, proven: 'reads a run and a problem of a later service' };
    const { command, args } = run.conversation ?? {
      command: run.command,
      args: [...run.args, 'converse', scene.url, scene.key],
    };
    const environment = { BASE_URL: scene.url, API_KEY: scene.key };
    const told = await execute(command, args, { environment });
    if (!told.startsWith('The tools answered: get_weather said 21')) throw new Error(told);
    return { name, proven: 'reads a run and a problem of a later service, and has a conversation' };
  } catch (error) {
    return { name, fault: error instanceof Error ? error.message : String(error) };
  }
}
