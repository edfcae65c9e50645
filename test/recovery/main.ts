/**
 * What operators do in a disaster, according to server/deploy/RUNBOOKS.md: plays each runbook on PostgreSQL as Debian
 * packages it, with the service as processes and a count of runs where they arrive. Not part of the quick gate: it
 * needs programs that few machines have. A missing program is reported, and fails the check unless --allow-missing
 * allows it.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@commander-js/extra-typings';
import { exitCodeOf, proveAll } from '../languages/report.ts';
import { judgeLostHost, judgeMoment } from './backups.ts';
import { killServers, POSTGRES } from './cluster.ts';
import { judgeMajorVersion, judgeMove } from './dumps.ts';
import { killProcesses } from './fixtures.ts';
import { judgeFullDisk } from './full-disk.ts';
import { judgeProviderOutage } from './provider-outage.ts';
import { judgeRotation } from './rotation.ts';

const runbooks = [
  { name: 'point-in-time', needs: [POSTGRES, 'pgbackrest'], play: judgeMoment },
  { name: 'lost-host', needs: [POSTGRES, 'pgbackrest'], play: judgeLostHost },
  { name: 'move', needs: [POSTGRES, 'psql'], play: judgeMove },
  { name: 'major-version', needs: [POSTGRES, 'psql'], play: judgeMajorVersion },
  { name: 'full-disk', needs: [POSTGRES, 'mount'], play: judgeFullDisk },
  { name: 'provider-outage', needs: [POSTGRES], play: judgeProviderOutage },
  { name: 'rotation', needs: [POSTGRES], play: judgeRotation },
];

const command = program
  .name('npm run check:recovery --')
  .description(
    'Plays the runbooks of restores, moves, a full disk, a provider that is away, and rotated secrets.',
  )
  .argument('[runbook...]', `which: ${runbooks.map(({ name }) => name).join(', ')}; default: all`)
  .option('--allow-missing', 'pass although a tool is missing', false)
  .parse();
const [requested] = command.processedArgs;
const unknown = requested.filter((name) => !runbooks.some((runbook) => runbook.name === name));
if (unknown.length > 0) command.error(`error: no runbook is called ${unknown.join(', ')}`);

const folder = await mkdtemp(join(tmpdir(), 'recovery-check-'));
await chmod(folder, 0o755);
const wanted = runbooks.filter(({ name }) => requested.length === 0 || requested.includes(name));
const provers = wanted.map(({ play, ...which }) => ({ ...which, prove: () => play(folder) }));
const outcomes = await proveAll(provers);
killProcesses();
killServers();
await rm(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit(exitCodeOf(outcomes, command.opts()));
