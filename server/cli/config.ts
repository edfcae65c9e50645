/** `config`: every environment variable that the service reads, and its value. */
import { Command } from '@commander-js/extra-typings';
import { describeConfig, readConfig } from '../platform/config/index.ts';
import { print, table } from './output.ts';

export function configCommand() {
  return new Command('config')
    .description('list the environment variables, their values and what they do')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nA variable that is not set, or empty, has its default. Secrets are never shown.\n\nExample:\n  PORT=9000 npm run cli -- config',
    )
    .action((options) => {
      const rows = describeConfig();
      print(options, rows, () =>
        table(
          rows.map(({ name, value, source, about, fault }) => ({
            variable: name,
            value: `${value ?? '-'}${source === 'default' ? '' : ' *'}`,
            'what it does': fault === undefined ? about : `NOT VALID: ${fault}`,
          })),
        ).concat(
          '\n\n* set in the environment, or in a file that it names; all others are defaults',
        ),
      );
      // Names every fault on standard error and exits with 1, including faults between variables.
      readConfig();
    });
}
