/**
 * The models file and the price list: `models add` writes a model of the list to the file, with its prices, its context
 * and a fee, and leaves the rest of the text as somebody wrote it; `models diff` changes nothing, and tells where the
 * list, the file and the synced catalog disagree.
 */
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { applyEdits, modify } from 'jsonc-parser';
import { parseCount } from '../cli/arguments.ts';
import { onOneLine, print, table } from '../cli/output.ts';
import { withDatabase } from '../cli/session.ts';
import { modelsFileOf } from '../compose/providers.ts';
import { type Config, readConfig } from '../platform/config/index.ts';
import { StartError } from '../platform/lib/errors.ts';
import { Problem } from '../platform/lib/problem.ts';
import {
  entryOf,
  type FileServer,
  homeOf,
  KNOWN_PROVIDERS,
  type KnownProvider,
  type ListedEntry,
  perMillion,
  serverOf,
} from './providers/listed-models.ts';
import type { Model, Pricing } from './providers/model-provider.ts';
import { readModel } from './providers/model-schema.ts';
import { modelsFile, parseModelsFile } from './providers/models-file.ts';
import { type Listed, openPriceList, PRICE_LIST, type PriceList } from './providers/price-list.ts';
import { selectSyncedModels } from './providers/store.ts';

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
      await modelsFile(path).write(saved.text);
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
  const text = await modelsFile(path).read(EMPTY);
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

export function diffCommand() {
  return new Command('diff')
    .description('compare the models file with the price list and the synced catalog')
    .option('--json', 'print JSON')
    .addHelpText('after', DIFF_HELP)
    .action(async (options) => {
      const config = readConfig();
      const file = modelsFileOf(config);
      const text = await modelsFile(file.path).read();
      const { models } = await parseModelsFile(text, { ...file, secret: () => 'unknown' });
      const { providers = {} } = JSON.parse(text) as { providers?: Record<string, FileServer> };
      const upstreams = models.flatMap(upstreamsOf);
      const synced = upstreams.some(({ provider }) => provider === OPENROUTER)
        ? await readSynced()
        : new Map<string, Model>();
      const list = await openPriceList();
      const compared = upstreams.map((upstream) => ({
        ...upstream,
        listed: listedOf(list, upstream, providers[upstream.provider]),
        catalog: upstream.provider === OPENROUTER ? synced.get(upstream.providerModel) : undefined,
      }));
      const differences = compared.flatMap(differencesOf);
      const unknown = compared.flatMap(({ id, provider, listed }) =>
        'reason' in listed ? [{ id, provider, reason: listed.reason }] : [],
      );
      if (differences.length > 0) process.exitCode = 1;
      print(options, { list: PRICE_LIST, differences, unknown }, () =>
        [
          `${models.length} models of ${file.path}, compared with ${PRICE_LIST.name} ${PRICE_LIST.version} of ${PRICE_LIST.date}:`,
          differences.length === 0 ? 'Nothing differs.' : table(differences),
          ...unknown.map(({ id, provider, reason }) => `${id} at ${provider}: ${reason}`),
        ].join('\n'),
      );
    });
}

const OPENROUTER = 'openrouter';

const DIFF_HELP = `
Prices are in US dollars per million tokens. A difference is a question, not a
fault: the list may be older than the file. The exit code is 1 if there is one.
To take the prices of the list: npm run cli -- models add <provider/model> --replace`;

type Upstream = Pick<Model, 'id' | 'provider' | 'providerModel' | 'pricing'> & {
  contextLength?: number;
  maxOutputTokens?: number;
};

/** The first provider, and its fallbacks with their own prices. */
function upstreamsOf(model: Model): Upstream[] {
  const { id, provider, providerModel, pricing, contextLength, maxOutputTokens } = model;
  const first = {
    ...{ id, provider, providerModel, pricing },
    ...(contextLength !== undefined && { contextLength }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  };
  return [first, ...(model.fallbacks ?? []).map((fallback) => ({ id, ...fallback }))];
}

function readSynced(): Promise<Map<string, Model>> {
  return withDatabase(async ({ db }) => {
    const rows = await selectSyncedModels(db, [OPENROUTER]);
    return new Map(
      rows.flatMap(({ id, model }) => {
        const read = readModel(model);
        return read ? [[id, read] as const] : [];
      }),
    );
  });
}

type Known = Pick<Upstream, 'pricing' | 'contextLength' | 'maxOutputTokens'>;

function listedOf(
  list: PriceList,
  { provider, providerModel }: Upstream,
  server: FileServer | undefined,
): Known | { reason: string } {
  const listName = provider === OPENROUTER ? OPENROUTER : homeOf(list, provider, server).listName;
  if (listName === undefined) return { reason: 'the list does not know the provider' };
  const found = list.find(listName, providerModel, { at: new Date(), dearestTime: true });
  if (!found) return { reason: `the list has no ${providerModel} of ${listName}` };
  return found.kind === 'priced' ? found : { reason: found.reasons.join(', ') };
}

interface Difference extends Record<string, string> {
  id: string;
  provider: string;
  what: string;
  file: string;
  list: string;
  catalog: string;
}

/** What only one of them knows differs if it is a price: then it is charged in another way. */
function differencesOf(
  upstream: Upstream & { listed: Known | { reason: string }; catalog: Model | undefined },
): Difference[] {
  const { id, provider, listed, catalog } = upstream;
  const sides = [upstream, 'reason' in listed ? undefined : listed, catalog];
  const prices = sides.map((side) => side && flat(side.pricing));
  const names = [...new Set(prices.flatMap((side) => Object.keys(side ?? {})))];
  const rows = [
    ...names.map((what) => ({ what, values: prices.map((side) => side && (side[what] ?? '-')) })),
    ...(['contextLength', 'maxOutputTokens'] as const).map((what) => ({
      what,
      values: sides.map((side) => side?.[what]?.toString()),
    })),
  ];
  return rows
    .filter(({ values }) => new Set(values.filter((value) => value !== undefined)).size > 1)
    .map(({ what, values: [file = '', list = '', saved = ''] }) => ({
      ...{ id, provider, what, file, list, catalog: saved },
    }));
}

/** Each price by its name, as in `tiers.200000.prompt`. */
function flat(pricing: Pricing): Record<string, string> {
  const { tiers = [], ...rates } = perMillion(pricing) as Pricing;
  return Object.fromEntries([
    ...Object.entries(rates),
    ...tiers.flatMap(({ abovePromptTokens, ...each }) =>
      Object.entries(each).map(([name, price]) => [`tiers.${abovePromptTokens}.${name}`, price]),
    ),
  ]);
}
