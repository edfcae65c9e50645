/** `migrate` and `recover`: the database's schema, and its past. */
import { Command } from '@commander-js/extra-typings';
import { print } from './output.ts';
import { withDatabase, withParts } from './session.ts';

export function migrateCommand() {
  return new Command('migrate')
    .description('bring the schema of the database up to date (start, serve and work do so too)')
    .option('--json', 'print JSON')
    .action((options) =>
      withDatabase(async ({ database }) => {
        const { migrated } = database;
        print(options, { applied: migrated }, () =>
          migrated.length === 0
            ? 'The schema is up to date.'
            : `Applied ${migrated.join(', ')}. The schema is up to date.`,
        );
      }, 'migrate'),
    );
}

export function recoverCommand() {
  return new Command('recover')
    .description('after a failover or a restore: settle what the database may have forgotten')
    .option('--force', 'also where the database is the one that is known')
    .option('--json', 'print JSON')
    .addHelpText('after', RECOVER_HELP)
    .action((options) =>
      withParts(async ({ parts: { deployment, runs } }) => {
        if (!options.force && (await deployment.isAcknowledged())) {
          print(options, { recovered: false, runs: 0 }, () => NOTHING_TO_DO);
          return;
        }
        const moved = await runs.recover();
        await deployment.acknowledge();
        print(options, { recovered: true, runs: moved }, () =>
          [
            `Runs that may have been sent and now wait for reconciliation: ${moved}. None is sent again.`,
            'Workers take up new runs again.',
          ].join('\n'),
        );
      }),
    );
}

const NOTHING_TO_DO = `Nothing to do: this is the database that the deployment knows, with the same history.
If the files of the server were put back from a copy while no worker ran, which leaves no trace:
npm run cli -- recover --force`;

const RECOVER_HELP = `
A database that went back in time takes runs that were sent for unsent, and
would send them again. So after a failover, a restore to a point in time or
the loading of a dump, workers start nothing until this command has moved
every pending run that may have been sent to needs_reconciliation, where its
outcome is looked up and never bought twice.

Files of the server that were put back from a copy are noticed by workers that
lived through it. Where none did: --force, before a worker is started.`;
