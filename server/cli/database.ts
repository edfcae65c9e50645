/** `migrate` and `recover`: the schema of the database, and its history. */
import { Command } from '@commander-js/extra-typings';
import { Problem } from '../platform/lib/problem.ts';
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
    .option('--synchronous', 'a synchronous standby was promoted: nothing was lost')
    .option('--force', 'even if the database is the known one')
    .option('--json', 'print JSON')
    .addHelpText('after', RECOVER_HELP)
    .action((options) =>
      withParts(async ({ config, parts: { deployment, runs } }) => {
        const history = await deployment.history();
        const isForced = options.force === true;
        if (history === 'known' && !isForced) {
          print(options, { recovered: false, runs: 0, kept: 0 }, () => NOTHING_TO_DO);
          return;
        }
        const isSynchronous = options.synchronous ?? config.database.hasSynchronousStandby;
        const isWhole = history === 'promoted' && isSynchronous && !isForced;
        if (options.synchronous && !isWhole) throw new Problem('conflict', NOT_PROMOTED);
        const moved = isWhole ? 0 : await runs.recover({ sparesNewer: !isForced });
        await deployment.acknowledge();
        const kept = await runs.countUnclaimed();
        print(options, { recovered: true, runs: moved, kept }, () =>
          [
            `Runs that may have been sent and now wait for reconciliation: ${moved}. None is sent again.`,
            `Runs that cannot have been sent and stay in the queue: ${kept}.`,
            'Workers take up new runs again.',
          ].join('\n'),
        );
      }),
    );
}

const NOT_PROMOTED =
  'This is more than the promotion of a standby, or a process found less than was acknowledged to it: leave --synchronous out.';

const NOTHING_TO_DO = `Nothing to do: this is the database that the deployment knows, with the same history.
If the files of the server were put back from a copy while no worker ran, which leaves no trace:
npm run cli -- recover --force`;

const RECOVER_HELP = `
A database that went back in time takes runs that were sent for unsent, and
would send them again. So after a failover, a restore to a point in time or
the loading of a dump, workers start nothing until it is proven that nothing
was lost, or this command has moved every pending run that may have been sent
to needs_reconciliation, where its outcome is looked up and never bought twice.

A promotion is proven by the processes that lived through it, which find all
that was acknowledged to them, and with DATABASE_SYNCHRONOUS_STANDBY=on by the
standby for those that died: then nobody has to run this. Where that is not
set and a synchronous standby was promoted, --synchronous says so: no run is
moved. Runs that were created since claims are refused stay in the queue in
any case but --force.

Files of the server that were put back from a copy are noticed by workers that
lived through it. Where none did: --force, before a worker is started.`;
