/** `models check`: one tiny call for each model, through the port of its provider, with what came and what it cost. */
import { Command } from '@commander-js/extra-typings';
import pLimit from 'p-limit';
import { formatMoney } from '../cli/money.ts';
import { onOneLine, print, table } from '../cli/output.ts';
import { type Session, withDatabase } from '../cli/session.ts';
import { newId } from '../platform/lib/ids.ts';
import { amountOf } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import { holdOf, listAmountOf } from './pricing.ts';
import type { CatalogModel } from './providers/catalog.ts';
import type { Outcome, Provider, Submission } from './providers/model-provider.ts';

export function checkCommand() {
  return new Command('check')
    .description('make one tiny call for each model, and show what came and what it cost')
    .argument('[ids...]', 'models; by default all but those of OpenRouter and the sandbox')
    .option('--json', 'print JSON')
    .addHelpText('after', CHECK_HELP)
    .action((ids, options) =>
      withDatabase(async (session) => {
        const { composeProviders } = await import('../compose/providers.ts');
        const providers = await composeProviders(session.config, { sandboxPort: 0 });
        try {
          const catalog = await providers.openCatalog({ db: session.db });
          catalog.close();
          const models = chosen(catalog.list(), ids);
          const calls = models.map((model) => callOf(model, session));
          process.stderr.write(`${announcement(calls, session)}\n`);
          const limit = pLimit(AT_ONCE);
          const checked = await Promise.all(
            calls.map((call) =>
              limit(async () =>
                checkedOf(call, await carriedOut(call, providers.registry.get), session),
              ),
            ),
          );
          if (checked.some(({ isFine }) => !isFine)) process.exitCode = 1;
          print(options, checked, () => table(checked.map((each) => toRow(each, session))));
        } finally {
          await providers.close();
        }
      }),
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

async function carriedOut(
  { model, submission }: Call,
  providerOf: (name: string) => Provider | undefined,
): Promise<Outcome> {
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

function toRow(checked: Checked, { unit }: Session): Record<string, string> {
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
