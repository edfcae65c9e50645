/**
 * What a request would cost at most in this deployment: the model, the size of the prompt, the hold and its terms.
 * Throws the refusals that depend on the deployment; knows no account.
 */

import { isAllowed, type Principal } from '../keys/index.ts';
import { writeJson } from '../platform/lib/json.ts';
import type { Unit } from '../platform/lib/money.ts';
import { type Fault, Problem } from '../platform/lib/problem.ts';
import { holdAboveMaximum } from '../runs/edges/index.ts';
import type { Quote } from '../runs/index.ts';
import { checkInputs, type Inputs, inputsOf } from './inputs.ts';
import { checkParameters } from './parameters.ts';
import { holdOfAll, type Terms } from './pricing.ts';
import { checkToolCalls, minPromptTokens, promptChars } from './prompt.ts';
import type { Catalog, CatalogModel } from './providers/catalog.ts';
import type { ReasoningTaken } from './providers/model-provider.ts';
import { asTaken, mostTaken } from './providers/reasoning-taken.ts';
import type { CreateRequest } from './request.ts';

export interface QuoteOptions {
  catalog: Catalog;
  unit: Unit;
  limits: { maxPromptChars: number; maxOutputTokens: number; feeBasisPoints: number };
}

export interface ModelRunQuote extends Quote<Terms> {
  model: CatalogModel;
  promptChars: number;
  sentBytes: number;
  inputs: Inputs;
}

/**
 * No token is longer than this if the model does not say: several times the longest one, a run of blanks or dashes, in
 * public vocabularies. So it refuses little, and nothing that would have fitted.
 */
const MAX_CHARS_PER_TOKEN = 1_024;

export type Quoter = ReturnType<typeof createQuoter>;

export function createQuoter({ catalog, unit, limits }: QuoteOptions) {
  const ratesOf = ({ feeBasisPoints = limits.feeBasisPoints }: CatalogModel) => ({
    feeBasisPoints,
    scale: unit.scale,
  });

  function quote(body: CreateRequest, { models }: Pick<Principal, 'models'>): ModelRunQuote {
    const model = modelOf(catalog, body.model, models);
    const maxOutputTokens = Math.min(limits.maxOutputTokens, model.maxOutputTokens ?? Infinity);
    if (body.maxOutputTokens > maxOutputTokens) {
      const detail = `maxOutputTokens is at most ${maxOutputTokens} for this model.`;
      refuse('max_output_tokens_exceeded', '#/maxOutputTokens', detail, { maxOutputTokens });
    }
    if (body.tools && !model.capabilities.tools) {
      const detail = 'This model takes no tools.';
      const errors: Fault[] = [{ pointer: '#/tools', detail, code: 'unsupported' }];
      throw new Problem('invalid_request', detail, { errors });
    }
    checkParameters(body, model);
    checkInputs(body.messages, model);
    const messages = asTaken(body.messages, takenAtMost(model));
    const taken = { ...body, messages };
    const chars = promptChars(taken);
    checkSize(chars, taken, model, limits.maxPromptChars);
    checkToolCalls(body.messages);
    const { maxReservedAmount: maximum, ...rest } = body;
    const { model: _, attribution: __, expiresAfterSeconds: ___, metadata: ____, ...sent } = rest;
    const text = writeJson(sent);
    const sentText = messages === body.messages ? text : writeJson({ ...sent, messages });
    // Without the number of output tokens, which no prompt contains: so the hold grows evenly with it.
    const sentBytes = Buffer.byteLength(sentText) - String(body.maxOutputTokens).length;
    const inputs = inputsOf(taken, model);
    const request = { ...body, inputs };
    const { amount, maxPrice, upstreams } = holdOfAll(model, request, sentBytes, ratesOf(model));
    if (amount === undefined || (maximum !== undefined && amount > maximum)) {
      throw holdAboveMaximum(unit, amount, maximum, '#/maxOutputTokens');
    }
    const { providerModel, priceVersion, pricing } = model;
    const { images } = inputs;
    const terms: Terms = {
      ...{ providerModel, priceVersion, pricing, maxPrice },
      ...(images > 0 && { images }),
      ...(upstreams.length > 1 && { upstreams }),
    };
    return {
      ...{ subject: model.id, provider: model.provider, amount, terms, text },
      feeBasisPoints: model.feeBasisPoints,
      ...{ model, promptChars: chars, sentBytes, inputs },
    };
  }

  /** The largest maxOutputTokens whose hold the balance covers; undefined if there is none. */
  function affordableMaxOutputTokens(
    body: CreateRequest,
    { model, sentBytes, inputs }: ModelRunQuote,
    available: number,
  ): number | undefined {
    const rates = ratesOf(model);
    let affordable = 0;
    let tooMuch = body.maxOutputTokens;
    while (tooMuch - affordable > 1) {
      const middle = Math.floor((affordable + tooMuch) / 2);
      const request = { messages: body.messages, maxOutputTokens: middle, inputs };
      const { amount } = holdOfAll(model, request, sentBytes, rates);
      if (amount !== undefined && amount <= available) affordable = middle;
      else tooMuch = middle;
    }
    return affordable > 0 ? affordable : undefined;
  }

  return { quote, affordableMaxOutputTokens };
}

/** No provider gets more than this. */
function takenAtMost({ capabilities, fallbacks = [] }: CatalogModel): ReasoningTaken {
  return mostTaken(capabilities.reasoning, ...fallbacks.map(({ reasoning }) => reasoning));
}

function modelOf(catalog: Catalog, id: string, allowed: Principal['models']): CatalogModel {
  // Before the catalog: a key learns nothing about a model that it may not name.
  if (allowed && !isAllowed(allowed, id)) {
    const detail =
      'This key may not name this model; GET /v1/developer/models lists those that it may.';
    refuse('model_not_allowed', '#/model', detail);
  }
  const model = catalog.get(id);
  if (model) return model;
  const detail = 'No model has this exact identifier; GET /v1/developer/models lists them.';
  refuse('unknown_model', '#/model', detail);
}

function refuse(
  code: 'model_not_allowed' | 'unknown_model' | 'max_output_tokens_exceeded' | 'prompt_too_large',
  pointer: string,
  detail: string,
  members: Record<string, number> = {},
): never {
  throw new Problem(code, detail, { errors: [{ pointer, detail, code }], members });
}

function checkSize(
  chars: number,
  { messages }: CreateRequest,
  model: CatalogModel,
  maxPromptChars: number,
): void {
  if (chars > maxPromptChars) {
    const detail = `The prompt has ${chars} characters; the limit is ${maxPromptChars}.`;
    refuse('prompt_too_large', '#/messages', detail, { promptChars: chars, maxPromptChars });
  }
  const { contextLength, maxCharsPerToken = MAX_CHARS_PER_TOKEN } = model;
  // A token is at least one character: most prompts need no second count.
  if (contextLength === undefined || chars <= contextLength) return;
  const tokens = minPromptTokens(messages, maxCharsPerToken);
  if (tokens <= contextLength) return;
  const detail = `The prompt has at least ${tokens} tokens; the context of this model has ${contextLength}.`;
  const members = { promptChars: chars, minPromptTokens: tokens, contextLength };
  refuse('prompt_too_large', '#/messages', detail, members);
}
