/**
 * The cost of a generation that OpenRouter reports, exactly as it wrote the number. With the deployment's own key at
 * the model's provider (`is_byok`), OpenRouter's own cost is only a part: without the other part, the cost is unknown.
 */
import Big from 'big.js';
import type { Decimal } from '../../../platform/lib/money.ts';
import { asObject, type CostReader, readDecimal } from '../chat-completions/index.ts';
import type { JsonValue } from '../model-provider.ts';

export function wholeCost(
  own: JsonValue | undefined,
  isByok: JsonValue | undefined,
  inference: JsonValue | undefined,
): Decimal | undefined {
  const cost = readDecimal(own);
  if (cost === undefined) return undefined;
  if (isByok === undefined || isByok === null || isByok === false) return cost;
  const rest = readDecimal(inference);
  if (isByok !== true || rest === undefined) return undefined;
  return readDecimal(new Big(cost).plus(rest).toFixed());
}

/** Members whose numbers are money. */
export const COST_MEMBERS: ReadonlySet<string> = new Set([
  'cost',
  'total_cost',
  'upstream_inference_cost',
]);

/** The cost in the `usage` of an answer or a chunk. */
export const ANSWER_COST: CostReader = {
  members: COST_MEMBERS,
  read(usage) {
    const details = asObject(usage.cost_details);
    return wholeCost(usage.cost, usage.is_byok, details?.upstream_inference_cost);
  },
};
