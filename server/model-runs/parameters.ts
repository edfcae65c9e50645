/** Which parameters of a request its model does not take. Pure. */
import { type Fault, Problem } from '../platform/lib/problem.ts';
import type { Model, SupportedParameter } from './providers/model-provider.ts';
import type { CreateRequest } from './request.ts';

/** Refuses with 422 what the catalog does not name: a provider could ignore it and charge all the same. */
export function checkParameters(body: CreateRequest, model: Model): void {
  const { supportedParameters, lacks = [] } = model;
  const refused = needsOf(body)
    .filter(({ parameter }) => !supportedParameters.includes(parameter))
    .map(({ pointer, parameter }): Fault => {
      const detail = `This model does not take ${parameter}; its supportedParameters say what it takes.`;
      return { pointer, detail, code: 'unsupported' };
    });
  const errors = [...refused, ...VALUES.flatMap((value) => faultOf(value, body, lacks))];
  const [first] = errors;
  if (first) throw new Problem('unsupported_parameter', first.detail, { errors });
}

/** Values that some APIs lack, of members that they take. */
const VALUES = [
  { lack: 'serial_calls', member: 'parallel_tool_calls', value: false },
  { lack: 'tool_choice_none', member: 'tool_choice', value: 'none' },
  { lack: 'tool_choice_required', member: 'tool_choice', value: 'required' },
  { lack: 'tool_choice_function', member: 'tool_choice', value: 'function' },
] as const;

function faultOf(
  { lack, member, value }: (typeof VALUES)[number],
  body: CreateRequest,
  lacks: NonNullable<Model['lacks']>,
): Fault[] {
  const given = body[member];
  const requested = typeof given === 'object' ? given.type : given;
  if (requested !== value || !lacks.includes(lack)) return [];
  const detail =
    value === 'function'
      ? 'This model cannot be asked to call a certain function.'
      : `This model does not take ${value} as ${member}.`;
  return [{ pointer: `#/${member}`, detail, code: 'unsupported' }];
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
