/**
 * Finds the faults of each part of a request. Prism checks parameters and headers. For a body, Prism reports the faults
 * of every branch of every alternative, so this checks the body again with the schema of the branch that is meant.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { codeOf, inPlainWords } from '../../server/platform/http/faults.ts';
import type { Operation } from './operations.ts';
import type { Fault } from './refusals.ts';

/** A fault as Prism reports it. */
export interface Violation {
  path?: string[];
  code?: string | number;
  message: string;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: true });
addFormats.default(ajv, { mode: 'full' });
const compiled = new WeakMap<object, ValidateFunction>();

export function faultsOf(violations: Violation[], operation: Operation, body: unknown): Fault[] {
  const ofParts = violations
    .filter(({ path }) => path?.[0] === 'query' || path?.[0] === 'header')
    .map((violation) => faultOfPart(violation, operation));
  const isOfBody = violations.length > ofParts.length;
  return [...ofParts, ...(isOfBody ? faultsOfBody(operation, body) : [])];
}

/** Prism knows the names of parameters and headers in lower case. */
function faultOfPart({ path = [], code, message }: Violation, operation: Operation): Fault {
  const [location, name = /'([^']+)'$/.exec(message)?.[1] ?? ''] = path;
  const { query = [], headers = [] } = operation.prism.request ?? {};
  const known = location === 'query' ? query : headers;
  const written = known.find((each) => each.name.toLowerCase() === name.toLowerCase())?.name;
  const detail =
    code === 'required' ? 'is required' : inPlainWords(message.replace(/^.*? (?=must )/, ''));
  const part = location === 'query' ? 'parameter' : 'header';
  return { [part]: written ?? name, detail, code: codeOf(String(code)) };
}

function faultsOfBody(operation: Operation, body: unknown): Fault[] {
  const validate = operation.body && validatorOf(operation.body);
  if (!validate || validate(body)) return [];
  const faults = (validate.errors ?? []).map(faultOfBody);
  // For alternatives without a tag, the first fault has the shortest list of allowed values.
  return faults.filter(
    ({ pointer }, i) => faults.findIndex((fault) => fault.pointer === pointer) === i,
  );
}

function faultOfBody({ instancePath, keyword, params, message = '' }: ErrorObject): Fault {
  const member = params.missingProperty ?? params.additionalProperty;
  const tag = keyword === 'discriminator' ? params.tag : undefined;
  const name: unknown = member ?? tag;
  const pointer = `#${instancePath}${name === undefined ? '' : `/${escaped(String(name))}`}`;
  // The member belongs to messages of another role.
  const rule = params.type === 'null' ? 'additionalProperties' : keyword;
  return { pointer, detail: detailOf(rule, message, params), code: codeOf(rule) };
}

function detailOf(keyword: string, message: string, params: ErrorObject['params']): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a member that belongs here';
    case 'discriminator':
      return 'is not one of the known values';
    case 'enum':
      return `must be one of: ${params.allowedValues.join(', ')}`;
    default:
      return inPlainWords(message);
  }
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The validator takes a discriminator without its mapping. */
function validatorOf(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const text = JSON.stringify(schema, (name, value: unknown) =>
    name === 'mapping' || name === '$schema' ? undefined : value,
  );
  const validate = ajv.compile(JSON.parse(text) as object);
  compiled.set(schema, validate);
  return validate;
}
