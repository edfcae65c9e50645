/**
 * The release and its deployment, checked with the tools of third parties: installed by its two commands, also on a new
 * Debian; the steps of the image, on roots that replace its bases; linters of the files for containers, Kubernetes and
 * systemd. Not part of the quick gate, because it downloads. A missing tool is reported, and fails the check unless
 * --allow-missing allows it.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@commander-js/extra-typings';
import { exitCodeOf, proveAll } from '../languages/report.ts';
import { removeMounted } from '../support/containers.ts';
import { judges } from './judges.ts';

const command = program
  .name('npm run check:release --')
  .description(
    'Installs the release, makes its image, and has linters judge what it is deployed by.',
  )
  .argument('[judge...]', `which: ${judges.map(({ name }) => name).join(', ')}; default: all`)
  .option('--allow-missing', 'pass although a tool is missing', false)
  .parse();
const [requested] = command.processedArgs;
const unknown = requested.filter((name) => !judges.some((judge) => judge.name === name));
if (unknown.length > 0) command.error(`error: no judge is called ${unknown.join(', ')}`);

const folder = await mkdtemp(join(tmpdir(), 'release-check-'));
const wanted = judges.filter(({ name }) => requested.length === 0 || requested.includes(name));
const provers = wanted.map(({ judge, ...which }) => ({ ...which, prove: () => judge(folder) }));
const outcomes = await proveAll(provers).finally(() => removeMounted(folder));
console.log(
  'not run  musl and arm64: nothing here runs them, and nothing is downloaded from registries of images',
);
process.exitCode = exitCodeOf(outcomes, command.opts());
