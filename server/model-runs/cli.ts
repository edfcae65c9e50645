/**
 * `models`: lists the models that callers may name, imports OpenRouter's list, and checks models with one tiny call each,
 * through the port of its provider. `cli-file.ts` has the commands about the models file.
 */
import { Command } from '@commander-js/extra-typings';
import pLimit from 'p-limit';
import { onOneLine, print, table } from '../cli/output.ts';
import { type Session, withDatabase } from '../cli/session.ts';
import { StartError } from '../platform/lib/errors.ts';
import { newId } from '../platform/lib/ids.ts';
import { amountOf, formatMoney } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import { addCommand, diffCommand } from './cli-file.ts';
import type { CatalogModel } from './providers/catalog.ts';
import type { Outcome, Provider, Submission } from './providers/model-provider.ts';
import { replaceSyncedModels } from './providers/store.ts';
import { holdOf } from './quote.ts';
import { listAmountOf } from './submission.ts';

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

type ProviderOf = (name: string) => Provider | undefined;

/** The models that a service with this configuration would sell, and their providers. */
async function withModels<Result>(
  { config, db, log }: Session,
  use: (models: CatalogModel[], providerOf: ProviderOf) => Result | Promise<Result>,
): Promise<Result> {
  const { composeProviders } = await import('../compose/providers.ts');
  const providers = await composeProviders(config, { sandboxPort: 0 });
  try {
    const catalog = await providers.openCatalog({
      db,
      onFault: (message, error) => log.warn({ err: error }, message),
    });
    catalog.close();
    return await use(catalog.list(), providers.registry.get);
  } finally {
    await providers.close();
  }
}

function currentModels(session: Session): Promise<CatalogModel[]> {
  return withModels(session, (models) => models);
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

function checkCommand() {
  return new Command('check')
    .description('make one tiny call for each model, and show what came and what it cost')
    .argument('[ids...]', 'models; by default all but those of OpenRouter and the sandbox')
    .option('--json', 'print JSON')
    .addHelpText('after', CHECK_HELP)
    .action((ids, options) =>
      withDatabase((session) =>
        withModels(session, async (all, providerOf) => {
          const calls = chosen(all, ids).map((model) => callOf(model, session));
          process.stderr.write(`${announcement(calls, session)}\n`);
          const limit = pLimit(AT_ONCE);
          const checked = await Promise.all(
            calls.map((call) =>
              limit(async () => checkedOf(call, await carriedOut(call, providerOf), session)),
            ),
          );
          if (checked.some(({ isFine }) => !isFine)) process.exitCode = 1;
          print(options, checked, () => table(checked.map((each) => toCheckedRow(each, session))));
        }),
      ),
    );
}

const AT_ONCE = 4;
const WITHIN_MS = 60_000;
/** Enough for a word after a little reasoning; some APIs take no fewer than 16. */
const MAX_OUTPUT_TOKENS = 64;
const NOT_BY_DEFAULT: ReadonlySet<string> = new Set(['openrouter', 'sandbox']);

const CHECK_HELP = `
The calls are real, and their providers charge them. No workspace pays, and they
are in no list of runs. The command first says what they cost at most. The exit
code is 1 if a model did not answer, or answered without a usage to charge by.`;

function chosen(all: readonly CatalogModel[], ids: readonly string[]): CatalogModel[] {
  if (ids.length === 0) return all.filter(({ provider }) => !NOT_BY_DEFAULT.has(provider));
  return ids.map((id) => {
    const model = all.find((each) => each.id === id);
    if (model) return model;
    throw new Problem('not_found', `No model has the id ${id}: models list shows all.`);
  });
}

interface Call {
  model: CatalogModel;
  submission: Submission;
  /** Undefined only for absurd prices. */
  atMost: number | undefined;
}

function callOf(model: CatalogModel, { config }: Session): Call {
  const messages: Submission['messages'] = [{ role: 'user', content: 'Answer with one word: OK' }];
  const most = Math.min(MAX_OUTPUT_TOKENS, model.maxOutputTokens ?? MAX_OUTPUT_TOKENS);
  const maxOutputTokens = Math.max(most, model.minOutputTokens ?? 1);
  const rates = { feeBasisPoints: 0, scale: config.unit.scale };
  const sentBytes = Buffer.byteLength(JSON.stringify(messages));
  const { amount, maxPrice } = holdOf(model, { messages, maxOutputTokens }, sentBytes, rates);
  const { providerModel } = model;
  return {
    ...{ model, atMost: amount },
    submission: { runId: newId('run'), model: providerModel, messages, maxOutputTokens, maxPrice },
  };
}

function announcement(calls: readonly Call[], { unit }: Session): string {
  if (calls.length === 0) return 'There is no model to check.';
  const most = calls.reduce((sum, { atMost = 0 }) => sum + atMost, 0);
  return `One call for each of ${calls.length} models, with at most ${MAX_OUTPUT_TOKENS} tokens of output. All of them cost at most ${formatMoney(most, unit)}, which the providers charge you.`;
}

async function carriedOut({ model, submission }: Call, providerOf: ProviderOf): Promise<Outcome> {
  const provider = providerOf(model.provider);
  if (!provider) return { kind: 'not_sent', reason: `${model.provider} is not configured.` };
  const hooks = { beforeSend() {}, onReference() {}, onSize() {} };
  return provider.submit(submission, hooks, AbortSignal.timeout(WITHIN_MS));
}

type Checked = ReturnType<typeof checkedOf>;

function checkedOf({ model, atMost }: Call, outcome: Outcome, { unit }: Session) {
  const { id, provider, providerModel, pricing } = model;
  const named = { id, provider, providerModel, outcome: outcome.kind, atMost };
  if (outcome.kind !== 'answered') {
    const words = 'words' in outcome && outcome.words !== undefined ? ` ${outcome.words}` : '';
    const status = 'providerStatus' in outcome ? { providerStatus: outcome.providerStatus } : {};
    const reason = 'reason' in outcome ? outcome.reason : 'The provider did not answer yet.';
    return { ...named, isFine: false, ...status, reason: `${reason}${words}` };
  }
  const { message, finishReason, usage, cost } = outcome.answer;
  const listAmount = usage && listAmountOf(pricing, usage, unit.scale);
  const reported =
    cost === undefined ? undefined : amountOf([{ price: cost, count: 1 }], unit.scale);
  const isFine = (reported ?? listAmount) !== undefined;
  return {
    ...{ ...named, isFine, text: message.content ?? '', finishReason, usage },
    ...{ listAmount, providerAmount: reported },
    ...(!isFine && { reason: 'It answered without a usage, so no run of it could be charged.' }),
  };
}

function toCheckedRow(checked: Checked, { unit }: Session): Record<string, string> {
  const { id, provider, outcome, isFine, reason } = checked;
  if (!('text' in checked)) {
    return { id, provider, outcome, text: reason ?? '', finish: '', tokens: '', cost: '' };
  }
  const { text, finishReason = '', usage, listAmount, providerAmount } = checked;
  const cost = providerAmount ?? listAmount;
  return {
    ...{ id, provider, outcome: isFine ? outcome : `${outcome}, not charged` },
    text: onOneLine(text).slice(0, SHOWN_CHARS),
    finish: finishReason,
    tokens: usage ? `${usage.promptTokens ?? '?'} + ${usage.completionTokens ?? '?'}` : '-',
    cost: cost === undefined ? '-' : formatMoney(cost, unit),
  };
}

const SHOWN_CHARS = 40;
