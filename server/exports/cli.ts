/**
 * `export`: writes all rows of a dataset of a time range to a file. `saved-exports`: those that programs read again and again.
 */
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from '@commander-js/extra-typings';
import { parseMoment } from '../cli/arguments.ts';
import { facts, formatTime, print, table } from '../cli/output.ts';
import { withDatabase, withSpans } from '../cli/session.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { DATASET_NAMES } from './datasets.ts';
import { FORMAT_NAMES } from './formats.ts';
import { createExports } from './index.ts';
import {
  createSavedExports,
  MOST_SAVED,
  SAVED_PERIODS,
  SAVED_PREFIX,
  type SavedExport,
} from './saved.ts';

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
        await write(pieces, out, options);
      }),
    );
}

/** The file appears only once it is complete. */
async function write(
  pieces: AsyncIterable<string | Uint8Array>,
  out: string,
  options: { json?: true | undefined },
): Promise<void> {
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
}

const HELP = `
Example:
  npm run cli -- export acme --dataset runs --format parquet --from 2027-01-01 --to 2027-02-01 --out runs.parquet`;

export function savedExportsCommand(): Command {
  return new Command('saved-exports')
    .description('save what to export, whose period moves with the calendar, and write its file')
    .addCommand(listSavedCommand())
    .addCommand(createSavedCommand())
    .addCommand(writeSavedCommand())
    .addCommand(deleteSavedCommand());
}

const WORKSPACE = ['<workspace>', 'name or id of the workspace'] as const;
const SAVED_EXPORT = ['<export>', 'its id, exp_...'] as const;

function listSavedCommand() {
  return new Command('list')
    .description('list the saved exports of a workspace, newest first')
    .argument(...WORKSPACE)
    .option('--json', 'print JSON')
    .action((name, options) =>
      withDatabase(async ({ db }) => {
        const { id } = await findWorkspace(db, name);
        const { saved } = await createSavedExports(db).list(id, { limit: MOST_SAVED });
        print(options, { exports: saved.map(toJson) }, () =>
          saved.length === 0 ? 'There is none.' : table(saved.map(toRow)),
        );
      }),
    );
}

function createSavedCommand() {
  return new Command('create')
    .description('save what to export')
    .argument(...WORKSPACE)
    .argument('<name>', 'what people call it')
    .addOption(
      new Option('--dataset <dataset>', 'what to export')
        .choices(DATASET_NAMES)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--period <period>', 'what its file has when it is read')
        .choices(SAVED_PERIODS)
        .makeOptionMandatory(),
    )
    .addOption(new Option('--format <format>', 'of the file').choices(FORMAT_NAMES).default('csv'))
    .option('--customer <customer>', 'only the rows of this one')
    .option('--json', 'print JSON')
    .addHelpText('after', SAVED_HELP)
    .action((workspace, name, { dataset, period, format, customer = null, json }) =>
      withDatabase(async ({ db }) => {
        const { id } = await findWorkspace(db, workspace);
        const wanted = { name, dataset, format, period, endUserId: customer };
        const key = `cli ${crypto.randomUUID()}`;
        const { saved } = await createSavedExports(db).create({ workspace: id }, key, wanted);
        print({ json }, toJson(saved), () => facts(toRow(saved)));
      }),
    );
}

const SAVED_HELP = `
Example:
  npm run cli -- saved-exports create acme "For the books" --dataset charges --period previous_month`;

function writeSavedCommand() {
  return new Command('write')
    .description('write the file of a saved export, as it is now')
    .argument(...WORKSPACE)
    .argument(...SAVED_EXPORT)
    .option('--at <moment>', 'as of another moment, for an earlier period', parseMoment)
    .requiredOption('--out <file>', 'where to write it')
    .option('--json', 'print JSON')
    .action((name, id, { at = new Date(), out, json }) =>
      withSpans(async ({ db, spans }) => {
        const { id: workspace } = await findWorkspace(db, name);
        const { day: _, ...input } = await createSavedExports(db).fileOf(workspace, id, at);
        await write(createExports(db, spans.exported).begin(workspace, input), out, { json });
      }),
    );
}

function deleteSavedCommand() {
  return new Command('delete')
    .description('delete a saved export')
    .argument(...WORKSPACE)
    .argument(...SAVED_EXPORT)
    .option('--json', 'print JSON')
    .action((name, id, options) =>
      withDatabase(async ({ db }) => {
        const { id: workspace } = await findWorkspace(db, name);
        await createSavedExports(db).remove({ workspace }, id);
        print(options, { id }, () => `${id} is deleted.`);
      }),
    );
}

function toJson({ id, ...definition }: SavedExport) {
  return { id: uuidToId(SAVED_PREFIX, id), ...definition };
}

function toRow(saved: SavedExport): Record<string, string> {
  const { name, dataset, format, period, endUserId, createdAt } = saved;
  return {
    ...{ export: uuidToId(SAVED_PREFIX, saved.id), name, dataset, format, period },
    ...{ customer: endUserId ?? '', created: formatTime(createdAt) },
  };
}
