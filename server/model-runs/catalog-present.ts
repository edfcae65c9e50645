/** A model as the contract has it. */
import type { Model } from '../../openapi/generated/developer.ts';
import type { CatalogModel } from './providers/catalog.ts';

/** What the deployment adds to each model. */
export interface Shown {
  /** The currency of the prices. */
  currency: string;
  /** The deployment's limit: the answer shows a model's limit only if it is lower. */
  maxOutputTokens: number;
}

export function toModel(model: CatalogModel, { currency, maxOutputTokens }: Shown): Model {
  const { id, name, contextLength, capabilities, inputModalities, supportedParameters, pricing } =
    model;
  const lower = model.maxOutputTokens !== undefined && model.maxOutputTokens < maxOutputTokens;
  return {
    id,
    name,
    ...(contextLength !== undefined && { contextLength }),
    ...(lower && { maxOutputTokens: model.maxOutputTokens }),
    capabilities: {
      tools: capabilities.tools,
      reasoningDetails: capabilities.reasoning !== 'nothing',
    },
    inputModalities: [...inputModalities],
    supportedParameters: [...supportedParameters],
    pricing: { currency, ...pricing },
    ...(model.fallbacks && {
      fallbackPricing: model.fallbacks.map((each) => ({ currency, ...each.pricing })),
    }),
    ...(model.feeBasisPoints !== undefined && { feeBasisPoints: model.feeBasisPoints }),
    priceVersion: model.priceVersion,
  };
}
