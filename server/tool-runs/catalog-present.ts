/** A tool as the contract has it. */
import type { CatalogTool } from '../../openapi/generated/developer.ts';
import type { ShownTool } from './catalog/index.ts';

export function toTool({ definition, pricing, ...tool }: ShownTool): CatalogTool {
  const { title, description, inputSchema, outputSchema, annotations } = definition;
  const { perCall, perSecond, perUnit } = pricing;
  return {
    id: tool.id,
    version: tool.version,
    functionName: tool.functionName,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
    pricing: {
      perCall,
      ...(perSecond !== undefined && { perSecond }),
      ...(perUnit && { perUnit: { name: perUnit.name, price: perUnit.price, max: perUnit.max } }),
    },
    maxTimeoutSeconds: tool.maxTimeoutSeconds,
    errorsAreAnswers: tool.errorsAreAnswers,
  };
}
