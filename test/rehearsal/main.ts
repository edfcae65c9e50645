/**
 * A rehearsal of what is shipped: the tarball of `npm run release`, installed by the commands of the README, serves every
 * address that the pages name, is upgraded under load, and has the incidents of its runbooks, whose commands are read
 * from their text and executed as they are written. Not part of the quick gate: it takes twelve minutes.
 */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { program } from '@commander-js/extra-typings';
import { type Installed, installAsWritten, killParts, openSite } from './deployment.ts';
import { judgeAddresses } from './pages.ts';
import { createReport } from './report.ts';
import { judgeRunbooks } from './runbooks.ts';
import { judgeUpgrade } from './upgrade.ts';

const PARTS = ['addresses', 'upgrade', 'runbooks'];
const command = program
  .name('npm run check:rehearsal --')
  .description(
    'Installs a release, and rehearses its addresses, an upgrade under load and its runbooks.',
  )
  .argument('[part...]', `which: ${PARTS.join(', ')}; default: all`)
  .parse();
const [requested] = command.processedArgs;
const unknown = requested.filter((name) => !PARTS.includes(name));
if (unknown.length > 0) command.error(`error: no part is called ${unknown.join(', ')}`);
const isWanted = (part: string) => requested.length === 0 || requested.includes(part);

const report = createReport();
let installed: Installed | undefined;
await report.prove('install', 'the commands of the README', async () => {
  installed = await installAsWritten();
  return installed.folder;
});
if (installed) {
  if (isWanted('addresses')) await judgeAddresses(installed, report);
  await installed.started.stop();
  const site = await openSite(installed.folder);
  if (isWanted('upgrade')) {
    await report.prove('upgrade', 'to the next version, under load', () => judgeUpgrade(site));
  }
  if (isWanted('runbooks')) {
    await report.prove('runbooks', 'all of them', async () => {
      await judgeRunbooks(site, report);
      return 'played to the end';
    });
  }
  killParts();
  await site.close();
  await rm(dirname(installed.folder), { recursive: true, force: true, maxRetries: 5 });
}
process.exit(report.close() ? 0 : 1);
