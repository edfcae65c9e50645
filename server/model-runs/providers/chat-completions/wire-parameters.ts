/** The parameters of generation, member by member like messages: only members of the port leave. */
import type { GenerationParameters, ResponseFormat } from '../model-provider.ts';

export function toWireParameters(parameters: GenerationParameters): GenerationParameters {
  const { temperature, top_p, stop, seed, reasoning, response_format: format } = parameters;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(top_p === undefined ? {} : { top_p }),
    ...(stop === undefined ? {} : { stop }),
    ...(seed === undefined ? {} : { seed }),
    ...(reasoning === undefined ? {} : { reasoning: { effort: reasoning.effort } }),
    ...(format === undefined ? {} : { response_format: toWireFormat(format) }),
  };
}

function toWireFormat(format: ResponseFormat): ResponseFormat {
  if (format.type !== 'json_schema') return { type: format.type };
  const { name, description, schema, strict } = format.json_schema;
  return {
    type: 'json_schema',
    json_schema: {
      name,
      ...(description === undefined ? {} : { description }),
      schema,
      ...(strict === undefined ? {} : { strict }),
    },
  };
}
