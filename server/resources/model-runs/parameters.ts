/** Which parameters of a request its model does not take. Pure. */
import { type Fault, Problem } from '../../kernel/problem.ts';
import type { Model, SupportedParameter } from '../../providers/model-provider.ts';
import type { CreateRequest } from './request.ts';

/** Refuses with 422 what the catalog does not name: a provider could ignore it and charge all the same. */
export function checkParameters(body: CreateRequest, { supportedParameters }: Model): void {
  const errors = needsOf(body)
    .filter(({ parameter }) => !supportedParameters.includes(parameter))
    .map(({ pointer, parameter }): Fault => {
      const detail = `This model does not take ${parameter}; its supportedParameters say what it takes.`;
      return { pointer, detail, code: 'unsupported' };
    });
  const [first] = errors;
  if (first) throw new Problem('unsupported_parameter', first.detail, { errors });
}

interface Need {
  pointer: string;
  parameter: SupportedParameter;
}

function needsOf({ tools = [], response_format: format, ...body }: CreateRequest): Need[] {
  const plain = PLAIN.filter((name) => body[name] !== undefined);
  const strict = tools.flatMap(({ strict }, i) => (strict === undefined ? [] : [i]));
  return [
    ...plain.map((parameter) => ({ pointer: `#/${parameter}`, parameter })),
    ...(format ? [{ pointer: '#/response_format', parameter: FORMATS[format.type] }] : []),
    ...strict.map((i) => ({
      pointer: `#/tools/${i}/strict`,
      parameter: 'structured_outputs' as const,
    })),
  ];
}

const PLAIN = ['temperature', 'top_p', 'stop', 'seed', 'reasoning'] as const;

const FORMATS = {
  text: 'response_format',
  json_object: 'response_format',
  json_schema: 'structured_outputs',
} as const;
