/** `export`: writes all rows of a dataset of a time range to a file. */
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from '@commander-js/extra-typings';
import { parseMoment } from '../cli/arguments.ts';
import { print } from '../cli/output.ts';
import { withSpans } from '../cli/session.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { DATASET_NAMES } from './datasets.ts';
import { FORMAT_NAMES } from './formats.ts';
import { createExports } from './index.ts';

export function exportCommand() {
  return new Command('export')
    .description('write the runs, charges, scores or spans of a workspace into a file')
    .argument('<workspace>', 'name or id of the workspace')
    .addOption(
      new Option('--dataset <dataset>', 'what to export')
        .choices(DATASET_NAMES)
        .makeOptionMandatory(),
    )
    .addOption(new Option('--format <format>', 'of the file').choices(FORMAT_NAMES).default('csv'))
    .requiredOption('--from <moment>', 'the beginning of the span', parseMoment)
    .requiredOption('--to <moment>', 'the end of the span, at most 32 days later', parseMoment)
    .requiredOption('--out <file>', 'where to write it')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((name, { dataset, format, from, to, out, ...options }) =>
      withSpans(async ({ db, spans }) => {
        const { id } = await findWorkspace(db, name);
        const span = { from: from.toISOString(), to: to.toISOString() };
        const pieces = createExports(db, spans.exported).begin(id, {
          dataset,
          format,
          ...span,
        });
        // The file appears only once it is complete.
        const part = `${out}.part`;
        try {
          await pipeline(pieces, createWriteStream(part));
        } catch (error) {
          await rm(part, { force: true });
          throw error;
        }
        await rename(part, out);
        const { size: bytes } = await stat(out);
        print(options, { file: out, bytes }, () => `Wrote ${bytes} bytes to ${out}.`);
      }),
    );
}

const HELP = `
Example:
  npm run cli -- export acme --dataset runs --format parquet --from 2027-01-01 --to 2027-02-01 --out runs.parquet`;
