/** `models diff`: where the price list, the models file and the synced catalog disagree. It changes nothing. */
import { readFile } from 'node:fs/promises';
import { Command } from '@commander-js/extra-typings';
import { print, table } from '../cli/output.ts';
import { withDatabase } from '../cli/session.ts';
import { modelsFileOf } from '../compose/models.ts';
import { readConfig } from '../platform/config/index.ts';
import { StartError } from '../platform/lib/errors.ts';
import { type FileServer, homeOf, perMillion } from './providers/listed-models.ts';
import type { Model, Pricing } from './providers/model-provider.ts';
import { readModel } from './providers/model-schema.ts';
import { parseModelsFile } from './providers/models-file.ts';
import { openPriceList, PRICE_LIST, type PriceList } from './providers/price-list/index.ts';
import { selectSyncedModels } from './providers/store.ts';

export function diffCommand() {
  return new Command('diff')
    .description('compare the models file with the price list and the synced catalog')
    .option('--json', 'print JSON')
    .addHelpText('after', DIFF_HELP)
    .action(async (options) => {
      const config = readConfig();
      const file = modelsFileOf(config);
      const text = await readFile(file.path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
        const why = cause.code === 'ENOENT' ? 'is not there' : `cannot be read (${cause.code})`;
        throw new StartError(`The models file ${file.path} ${why}.`, { cause });
      });
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
