/** `models add`: writes a model of the price list to the models file, with its prices, its context and a fee. */
import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { applyEdits, modify } from 'jsonc-parser';
import { parseCount } from '../cli/duration.ts';
import { onOneLine, print } from '../cli/output.ts';
import { modelsFileOf } from '../compose/models.ts';
import { type Config, readConfig } from '../platform/config/index.ts';
import { StartError } from '../platform/lib/errors.ts';
import { writeOwnFile } from '../platform/lib/files.ts';
import { Problem } from '../platform/lib/problem.ts';
import { KNOWN_PROVIDERS, type KnownProvider } from './providers/known-providers.ts';
import {
  entryOf,
  type FileServer,
  homeOf,
  type ListedEntry,
  serverOf,
} from './providers/listed-models.ts';
import { parseModelsFile } from './providers/models-file.ts';
import { type Listed, openPriceList, PRICE_LIST } from './providers/price-list/index.ts';

export function addCommand() {
  return new Command('add')
    .description('write a model to the models file, with its prices from the price list')
    .argument('<provider/model>', "the provider, and the provider's own name of the model")
    .option(
      '--margin <percent>',
      'fee on the cost of its runs, in place of FEE_BASIS_POINTS',
      parseMargin,
    )
    .option('--id <id>', 'what callers name it; default as given')
    .option('--max-output-tokens <tokens>', 'the most that it generates', parseCount)
    .option('--parameters <names>', 'what it takes, by commas, if not what its provider takes')
    .option('--no-tools', 'it calls no functions')
    .option('--dearest-time', 'the highest price, if prices differ by the time of day')
    .option('--replace', 'take the prices and the context anew; all else of the entry stays')
    .option('--json', 'print JSON')
    .addHelpText('after', ADD_HELP)
    .action(async (named, options) => {
      const config = readConfig();
      const { path, text } = await readText(config);
      const { provider, model } = partsOf(named);
      const file = JSON.parse(text) as File;
      const { listed, known } = await lookUp({ provider, model }, file, options);
      const id = options.id ?? named;
      const entry = { ...entryOf({ id, provider, model }, listed, known), ...ownOf(options) };
      const saved = edited(text, file, { entry, known, replaces: options.replace === true });
      await parseModelsFile(saved.text, { ...checking(config), path });
      await writeOwnFile(path, saved.text).catch((cause: NodeJS.ErrnoException) => {
        const why = cause.code ?? String(cause);
        throw new StartError(`The models file ${path} cannot be written (${why}).`, { cause });
      });
      const variable = (JSON.parse(saved.text) as File).providers?.[provider]?.apiKeyEnv;
      print(
        options,
        { file: path, model: saved.entry, from: { ...PRICE_LIST, entry: listed.entry } },
        () =>
          [
            `${id} is saved in ${path}:`,
            JSON.stringify(saved.entry, null, 2),
            ...notesOf(listed, saved.entry, { config, variable }),
          ].join('\n'),
      );
    });
}

const ADD_HELP = `
Examples:
  npm run cli -- models add anthropic/claude-sonnet-4-6 --margin 10%
  npm run cli -- models add groq/openai/gpt-oss-120b --id gpt-oss --parameters temperature,seed

Known providers: ${Object.keys(KNOWN_PROVIDERS).join(', ')}. Another one must be
in the file already, at an address that the list knows. The command writes
MODELS_FILE, or models.json in DATA_DIR; from then on, the file decides what is
sold. The list knows no capabilities: what the provider's API takes in general is
written, and models check and the file itself are there to correct it.`;

interface Named {
  provider: string;
  model: string;
}

interface File {
  providers?: Record<string, FileServer & { apiKeyEnv?: string }>;
  models?: ListedEntry[];
}

const EMPTY = '{\n  "providers": {},\n  "models": []\n}\n';

/** The file must be valid before it is changed. */
async function readText(config: Config): Promise<{ path: string; text: string }> {
  const { path } = modelsFileOf(config);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return EMPTY;
    throw new StartError(`The models file ${path} cannot be read (${cause.code}).`, { cause });
  });
  await parseModelsFile(text, { ...checking(config), path });
  return { path, text };
}

/** Keys may be set only where the service runs. */
function checking(config: Config) {
  return { ...modelsFileOf(config), secret: () => 'unknown', builtIn: ['openrouter'] };
}

function partsOf(named: string): Named {
  const [, provider, model] = /^([^/]+)\/(.+)$/.exec(named) ?? [];
  if (provider !== undefined && model !== undefined) return { provider, model };
  throw new StartError(`${named} names no model: write provider/model, as in openai/gpt-5.`);
}

interface Options {
  dearestTime?: true | undefined;
  margin?: number | undefined;
  maxOutputTokens?: number | undefined;
  parameters?: string | undefined;
  tools: boolean;
}

async function lookUp({ provider, model }: Named, { providers = {} }: File, options: Options) {
  const list = await openPriceList();
  const { listName, known } = homeOf(list, provider, providers[provider]);
  if (listName === undefined) {
    const names = [...new Set([...Object.keys(providers), ...Object.keys(KNOWN_PROVIDERS)])];
    throw new Problem(
      'not_found',
      `The price list does not know the provider ${provider}. It can be one of ${names.join(', ')}, or write the model and its prices into the file by hand. OpenRouter's models come with models sync.`,
    );
  }
  const when = { at: new Date(), ...(options.dearestTime && { dearestTime: true }) };
  const listed = list.find(listName, model, when);
  const byHand =
    'Write the model and its prices into the file by hand: server/deploy/MODELS.md says how.';
  if (!listed) {
    const near = list.near(listName, model).map((id) => `${provider}/${id}`);
    throw new Problem(
      'not_found',
      `The price list has no price for ${model} of ${listName}, and without one its runs would have no bound. Near names: ${near.join(', ')}. ${byHand}`,
    );
  }
  if (listed.kind === 'unfit') {
    const reasons = listed.reasons.join(', ');
    const hint = reasons.includes('time of day') ? ' --dearest-time takes the highest price.' : '';
    throw new Problem(
      'conflict',
      `${model} cannot be sold by the list: ${reasons}.${hint} ${byHand}`,
    );
  }
  return { listed, known };
}

function ownOf({ margin, maxOutputTokens, parameters, tools }: Options) {
  return {
    ...(margin !== undefined && { feeBasisPoints: margin }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(parameters !== undefined && { supportedParameters: parameters.split(',').filter(Boolean) }),
    ...(!tools && { tools: false }),
  };
}

/** Only what is new changes: the rest of the text stays as somebody wrote it. */
function edited(
  text: string,
  { providers = {}, models = [] }: File,
  {
    entry,
    known,
    replaces,
  }: { entry: ListedEntry; known?: KnownProvider | undefined; replaces: boolean },
): { text: string; entry: object } {
  const { id, provider } = entry;
  const at = models.findIndex((each) => each.id === id);
  if (at >= 0 && !replaces) {
    throw new Problem('conflict', `The models file has ${id} already: see --replace.`);
  }
  let result = text;
  const set = (path: (string | number)[], value: object) => {
    result = withValue(result, path, value);
  };
  if (!providers[provider] && known) {
    set(['providers', provider], serverOf(known, readConfig().providers.secret));
  }
  const whole = at < 0 ? entry : withoutPrices(models[at]!, entry);
  set(['models', at < 0 ? models.length : at], whole);
  return { text: result, entry: whole };
}

/** The library would also format what is around the value, so only the value is formatted. */
function withValue(text: string, path: (string | number)[], value: object): string {
  const compact = JSON.stringify(value);
  const readable = JSON.stringify(value, null, 2).replaceAll('\n', '\n    ');
  const edits = modify(text, path, value, {}).map((edit) => {
    const content = edit.content.replace(compact, () => readable);
    if (edit.length > 0) return { ...edit, content };
    const isFirst = !content.startsWith(',');
    const onNewLine = isFirst ? `\n    ${content}\n  ` : `,\n    ${content.slice(1)}`;
    return { ...edit, content: onNewLine };
  });
  return applyEdits(text, edits);
}

/** Prices, context and fee are new, and what the file says besides stays. */
function withoutPrices(before: ListedEntry, entry: ListedEntry): object {
  const { pricing: _, pricingPerMillionTokens: __, ...kept } = before;
  const { id, provider, providerModel, pricingPerMillionTokens } = entry;
  const { contextLength, feeBasisPoints } = { ...kept, ...entry };
  return {
    ...kept,
    ...{ id, provider, providerModel },
    ...(contextLength !== undefined && { contextLength }),
    pricingPerMillionTokens,
    ...(feeBasisPoints !== undefined && { feeBasisPoints }),
  };
}

function notesOf(
  listed: Listed & { kind: 'priced' },
  { feeBasisPoints }: { feeBasisPoints?: unknown },
  { config, variable }: { config: Config; variable: string | undefined },
): string[] {
  const { name, version, date } = PRICE_LIST;
  const fee = typeof feeBasisPoints === 'number' ? feeBasisPoints : config.limits.feeBasisPoints;
  const whose = feeBasisPoints === undefined ? 'FEE_BASIS_POINTS' : 'of this model';
  const isSet = variable === undefined || config.providers.secret(variable) !== undefined;
  return [
    `The prices are those of ${listed.entry} in ${name} ${version} of ${date}: compare them with the provider's page before you sell.`,
    `Fee on top of the cost, and apart from it in the receipt: ${fee / 100} % (${whose}).`,
    ...(listed.apart.length > 0
      ? [`Not sold, with prices of its own: ${listed.apart.join(', ')}.`]
      : []),
    ...(listed.changesOn === undefined
      ? []
      : [
          `The list has other prices from ${listed.changesOn} on: add it again with --replace then.`,
        ]),
    ...(listed.comment === undefined ? [] : [`The list says: ${onOneLine(listed.comment)}`]),
    'The list knows no capabilities: tools and supportedParameters are what the API takes in general.',
    ...(isSet ? [] : [`Set ${variable} before the next start, which needs it.`]),
    'Start the service again, and it is sold.',
  ];
}

/** As basis points. */
function parseMargin(text: string): number {
  const [, whole, part = ''] = /^(\d{1,4})(?:\.(\d{1,2}))?%?$/.exec(text) ?? [];
  const points = whole === undefined ? undefined : Number(whole + part.padEnd(2, '0'));
  if (points !== undefined && points <= 100_000) return points;
  throw new InvalidArgumentError(
    'Write a percentage up to 1000 with at most two decimals, such as 10%.',
  );
}
