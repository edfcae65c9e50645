/** `prompts import`: imports exports of Langfuse, and prompt objects of OpenAI. */
import { Command, Option } from '@commander-js/extra-typings';
import { z } from 'zod';
import { print, table } from '../cli/output.ts';
import { StartError } from '../platform/lib/errors.ts';
import { readJson, readText, withPrompts } from './cli-session.ts';
import { type Exported, FORMATS, type Format, type Imported, readExport } from './index.ts';

const HELP = `
Each version is saved once, however often the file is imported. Versions are
renumbered, in the order of the file's own numbers. Labels come along, except latest.

A label or a configuration that is refused is left out and named, and the exit code is
1. A version whose text is refused, such as by a reference to a prompt that is not there,
is not saved: without that part, models would get another text.

Of Langfuse, tags and placeholders for messages are not carried. OpenAI exports nothing:
give a prompt as JSON in the form of a request to its Responses API, with id and version.
Its values of variables, and parts that are no text, are not carried.

Example:
  npm run cli -- prompts import acme prompts.json --from langfuse`;

export function importCommand() {
  return new Command('import')
    .description('save the versions of an export of Langfuse, or prompt objects of OpenAI')
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<file>', 'JSON with one version, or a list of them')
    .addOption(
      new Option('--from <system>', 'where the file comes from')
        .choices(FORMATS)
        .makeOptionMandatory(),
    )
    .option('--no-labels', 'leave the labels where they are')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((name, file, { from, labels, json }) =>
      withPrompts(name, async (prompts, caller) => {
        const read = await readVersions(from, file);
        const wanted = labels ? read : read.map((one) => ({ ...one, labels: [] }));
        const imported = await prompts.import(caller, from, wanted);
        if (imported.some(({ fault, leftOut }) => fault ?? leftOut)) process.exitCode = 1;
        print({ json }, { imported }, () =>
          imported.length === 0 ? 'The file has no version.' : table(imported.map(toRow)),
        );
      }),
    );
}

async function readVersions(format: Format, file: string): Promise<Exported[]> {
  const value = readJson(file, await readText(file));
  try {
    return readExport(format, value);
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    const [issue] = cause.issues;
    const path = issue?.path.join('.') || 'it';
    throw new StartError(`The file ${file} is no export of ${format}: ${path} ${issue?.message}.`, {
      cause,
    });
  }
}

function toRow({ name, from, version, replayed, fault, leftOut }: Imported) {
  const without = leftOut ? `, without ${leftOut.join('; ')}` : '';
  return {
    prompt: name,
    'version there': String(from),
    'version here': version === undefined ? '-' : String(version),
    result: fault ?? `${replayed ? 'was there' : 'saved'}${without}`,
  };
}
