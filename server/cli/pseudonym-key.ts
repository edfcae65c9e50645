/** `pseudonym-key`: moves the key of the pseudonyms that providers receive out of the database. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { writePseudonymKey } from '../compose/pseudonyms.ts';
import { openDeployment } from '../platform/deployment/index.ts';
import { StartError } from '../platform/lib/errors.ts';
import { print } from './output.ts';
import { withDatabase } from './session.ts';

export function pseudonymKeyCommand(): Command {
  return new Command('pseudonym-key')
    .description('keep the key of the pseudonyms outside the database')
    .addCommand(moveCommand());
}

function moveCommand() {
  return new Command('move')
    .description('write the key of the database into a file, and forget it there')
    .option('--out <file>', 'where to write it; default pseudonym.key in DATA_DIR')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(({ out, ...options }) =>
      withDatabase(async ({ db, config }) => {
        const { ownFile } = config.pseudonyms;
        const deployment = await openDeployment(db);
        if (deployment.hasOwnPseudonymKey) {
          throw new StartError('The key is not in the database any more.');
        }
        const path = resolve(out ?? ownFile);
        await writePseudonymKey(path, deployment.attributionKey);
        const written = (await readFile(path, 'utf8')).trim();
        // The copy has to exist before the database forgets the key.
        if (written !== deployment.attributionKey.toString('hex')) {
          throw new StartError(`${path} has another key: name another file, or remove it.`);
        }
        await deployment.forgetAttributionKey();
        print(options, { file: path }, () =>
          [
            `The key is in ${path}, and no longer in the database.`,
            'Give it to every process, by PSEUDONYM_KEY_FILE or PSEUDONYM_KEY, and restart them all.',
            'Keep it apart from the dumps. People sign in again; cursors from before are refused.',
          ].join('\n'),
        );
      }),
    );
}

const HELP = `
Pseudonyms stay the same. Dumps from before still have the key.

Example:
  npm run cli -- pseudonym-key move --out /etc/model-run-api/pseudonym.key`;
