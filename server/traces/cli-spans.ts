/** `spans`: the spans that programs sent, and where they are stored. */
import { Command } from '@commander-js/extra-typings';
import { print } from '../cli/output.ts';
import { withDatabase } from '../cli/session.ts';
import { loadOnDemand } from '../compose/on-demand.ts';
import { StartError } from '../platform/lib/errors.ts';

export function spansCommand(): Command {
  return new Command('spans')
    .description('move the spans that programs sent to another store')
    .addCommand(copyCommand());
}

function copyCommand() {
  return new Command('copy')
    .description(
      'copy the spans of all workspaces from PostgreSQL to the ClickHouse of CLICKHOUSE_URL',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((options) =>
      withDatabase(async ({ db, config, log }) => {
        const { clickHouseUrl: url } = config.observability;
        if (url === undefined) throw new StartError('CLICKHOUSE_URL names no ClickHouse.');
        const { copySpans, openClickHouse } = await loadOnDemand(
          'clickhouse',
          () => import('../clickhouse/index.ts'),
        );
        const clickHouse = openClickHouse({ url, log });
        try {
          const copied = await copySpans(db, clickHouse, (count) => {
            if (process.stderr.isTTY) process.stderr.write(`\r${count} copied`);
          });
          if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
          print(options, { copied }, () => `Copied ${copied} spans to ClickHouse.`);
        } finally {
          await clickHouse.close();
        }
      }),
    );
}

const HELP = `
A span that is in ClickHouse already stays one, so the command can be repeated.
Nothing is removed from PostgreSQL; the days there go when they are too old.
Once before the service starts with CLICKHOUSE_URL, so that all is there from
the beginning, and once behind it, for what came in between:
  CLICKHOUSE_URL=https://... npm run cli -- spans copy`;
