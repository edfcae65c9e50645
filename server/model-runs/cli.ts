/** `models`: the models that callers may name, and the import of OpenRouter's list. */
import { Command } from '@commander-js/extra-typings';
import { print, table } from '../cli/output.ts';
import { type Session, withDatabase } from '../cli/session.ts';
import { StartError } from '../platform/lib/errors.ts';
import { addCommand } from './cli-add.ts';
import { checkCommand } from './cli-check.ts';
import { diffCommand } from './cli-diff.ts';
import type { CatalogModel } from './providers/catalog.ts';
import { replaceSyncedModels } from './providers/store.ts';

export function modelsCommand(): Command {
  return new Command('models')
    .description('add, list, check and compare the models that runs can name')
    .addCommand(addCommand())
    .addCommand(listCommand())
    .addCommand(checkCommand())
    .addCommand(diffCommand())
    .addCommand(syncCommand());
}

function listCommand() {
  return new Command('list')
    .description('list the models that runs can name, with their prices')
    .option('--provider <name>', 'only those of this provider')
    .option('--json', 'print JSON')
    .action((options) =>
      withDatabase(async (session) => {
        const all = await currentModels(session);
        const models = all.filter(
          ({ provider }) => options.provider === undefined || provider === options.provider,
        );
        print(options, models, () =>
          models.length === 0
            ? 'There is no model: npm run cli -- models add writes one, and models sync saves those of OpenRouter.'
            : table(models.map(toRow)),
        );
      }),
    );
}

function syncCommand() {
  return new Command('sync')
    .description("save OpenRouter's models and prices as they are now")
    .option('--json', 'print JSON')
    .addHelpText('after', SYNC_HELP)
    .action((options) =>
      withDatabase(async (session) => {
        const { apiKeys, baseUrl } = session.config.providers.openRouter;
        const [apiKey] = apiKeys;
        const { models, skipped } = await fetchCatalog(baseUrl, apiKey);
        const saved = await session.db.transaction(async (tx) => {
          const changes = await replaceSyncedModels(tx, 'openrouter', models);
          // Refuses a model that another source already names, and with it the whole sync.
          await currentModels({ ...session, db: { ...session.db, query: tx.query } });
          return changes;
        });
        print(options, { models: models.length, ...saved, skipped }, () =>
          [
            `${models.length} models: ${saved.added} new, ${saved.changed} changed, ${saved.removed} gone.`,
            ...(skipped.length === 0
              ? []
              : [`${skipped.length} are not offered, because what they cost has no bound:`]),
            ...skipped.slice(0, SKIPPED_SHOWN).map(({ id, reason }) => `  ${id} ${reason}`),
            ...(skipped.length > SKIPPED_SHOWN ? ['  ... (all of them with --json)'] : []),
            ...(apiKey === undefined ? ['They are offered once OPENROUTER_API_KEY is set.'] : []),
          ].join('\n'),
        );
      }),
    );
}

const SKIPPED_SHOWN = 10;

const SYNC_HELP = `
A running service takes the new list up within a minute. Prices of runs that
exist stay what they were. A model without a price for everything it bills is
skipped, and named with the reason.`;

async function fetchCatalog(baseUrl: string, apiKey: string | undefined) {
  const { fetchOpenRouterCatalog } = await import('./providers/index.ts');
  const fetched = await fetchOpenRouterCatalog({
    baseUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
    signal: AbortSignal.timeout(FETCH_WITHIN_MS),
  }).catch((cause: unknown) => {
    throw new StartError(cause instanceof Error ? cause.message : String(cause), { cause });
  });
  // An empty list is more likely OpenRouter's fault than the end of all models.
  if (fetched.models.length > 0) return fetched;
  throw new StartError(`${baseUrl} lists no model that can be offered: nothing was changed.`);
}

const FETCH_WITHIN_MS = 60_000;

async function currentModels({ config, db, log }: Session): Promise<CatalogModel[]> {
  const { composeProviders } = await import('../compose/providers.ts');
  const providers = await composeProviders(config, { sandboxPort: 0 });
  try {
    const catalog = await providers.openCatalog({
      db,
      onFault: (message, error) => log.warn({ err: error }, message),
    });
    catalog.close();
    return catalog.list();
  } finally {
    await providers.close();
  }
}

function toRow(model: CatalogModel) {
  const { id, provider, capabilities, supportedParameters, contextLength, pricing } = model;
  return {
    id,
    provider,
    'usd per prompt token': pricing.prompt,
    'per completion token': pricing.completion,
    tiers: pricing.tiers === undefined ? '' : String(pricing.tiers.length),
    context: contextLength === undefined ? '-' : String(contextLength),
    tools: capabilities.tools ? 'yes' : 'no',
    parameters: supportedParameters.join(' ') || '-',
  };
}
