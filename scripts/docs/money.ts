/**
 * The worked example of the money guide, in integers: computed by the code that holds and charges, from the
 * request of the quickstart and the prices of the sandbox.
 */

import { holdOf } from '../../server/model-runs/quote.ts';
import { describeConfig } from '../../server/platform/config/index.ts';
import { feeOf } from '../../server/platform/lib/money.ts';
import { chargeOf } from '../../server/runs/outcomes.ts';
import { sandboxModels } from '../../server/sandbox/models.ts';

const SCALE = 9;

interface MoneyExample {
  [name: string]: string;
}

/** Returns the values that the guide can use, as text: amounts as whole numbers, prices as decimals. */
export function moneyExample(): MoneyExample {
  const { model, body, usage } = QUICKSTART;
  const priced = sandboxModels.find(({ id }) => id === model);
  if (!priced) throw new Error(`the sandbox has no model ${model}`);
  const feeBasisPoints = Number(
    describeConfig({}).find(({ name }) => name === 'FEE_BASIS_POINTS')?.value,
  );
  const { model: _, ...sent } = body;
  const sentBytes = Buffer.byteLength(JSON.stringify(sent)) - String(body.maxOutputTokens).length;
  const hold = holdOf(priced, body, sentBytes, { feeBasisPoints, scale: SCALE }).amount ?? 0;
  const agreed = { feeBasisPoints, scale: SCALE, reservedAmount: hold };
  const charge = chargeOf({ cost: COST, listAmount: undefined }, agreed);
  const beyond = chargeOf({ cost: COST_BEYOND, listAmount: undefined }, agreed);
  const { perRequest, perMessage } = priced.templateTokens;
  const inputTokens = sentBytes + perRequest + perMessage * body.messages.length;
  const unit = (price: string) => Math.round(Number(price) * 10 ** SCALE);
  const base =
    inputTokens * unit(priced.pricing.prompt) +
    body.maxOutputTokens * unit(priced.pricing.completion);
  return strings({
    'prompt-price': priced.pricing.prompt,
    'completion-price': priced.pricing.completion,
    'prompt-unit': unit(priced.pricing.prompt),
    'completion-unit': unit(priced.pricing.completion),
    'input-tokens': inputTokens,
    'output-tokens': body.maxOutputTokens,
    'input-amount': inputTokens * unit(priced.pricing.prompt),
    'output-amount': body.maxOutputTokens * unit(priced.pricing.completion),
    base: base,
    'base-fee': feeOf(base, feeBasisPoints),
    hold: hold,
    'prompt-used': usage.promptTokens,
    'completion-used': usage.completionTokens,
    provider: charge.providerAmount,
    'fee-exact': (Number(charge.providerAmount) * feeBasisPoints) / 10_000,
    fee: charge.feeAmount,
    charged: charge.chargedAmount,
    returned: hold - Number(charge.chargedAmount),
    'fee-points': feeBasisPoints,
    'beyond-provider': beyond.providerAmount,
    'beyond-fee': beyond.feeAmount,
    'beyond-charged': beyond.chargedAmount,
    'beyond-absorbed': beyond.absorbedAmount,
  });
}

function strings(values: Record<string, string | number | undefined>): MoneyExample {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (value === undefined) throw new Error(`the money example has no ${name}`);
      return [name, String(value)];
    }),
  );
}

/** The request of the quickstart, and what the sandbox bills for it. */
const QUICKSTART = {
  model: 'sandbox/echo',
  body: {
    model: 'sandbox/echo',
    messages: [{ role: 'user' as const, content: 'Hello, ledger!' }],
    maxOutputTokens: 100,
  },
  usage: { promptTokens: 9, completionTokens: 4 },
};
/** The cost of 9 and 4 tokens at the sandbox's prices. */
const COST = '0.00000375';
/** The cost if a provider bills more than the worst case. The deployment loses the difference. */
const COST_BEYOND = '0.00008';
