/**
 * The program with one more kind of runs, as a process: `serve` and `work` are the service with toys, and every other
 * command is that of the program.
 */
import { runCommandLine } from '../../server/cli/index.ts';
import { composeService } from '../../server/compose.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { contractsWithToys } from './contract.ts';
import { sellToys } from './kind.ts';

const PARTS: Record<string, 'api' | 'worker'> = { serve: 'api', work: 'worker' };

sellToys();
const part = PARTS[process.argv[2] ?? ''];
if (part === undefined) await runCommandLine(process.argv);
else await serve(part);

async function serve(part: 'api' | 'worker'): Promise<void> {
  const config = readConfig();
  const log = createLog({ level: config.logLevel });
  const documents = await contractsWithToys();
  const service = await composeService({ config, log, documents, parts: [part] });
  process.stdout.write('Ctrl-C stops.\n');
  process.once('SIGTERM', () => void service.close());
}
