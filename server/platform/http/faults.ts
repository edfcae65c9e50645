/**
 * Converts the validator's findings into the contract's faults: one per location, named by a pointer, a parameter or a
 * header, and a bounded number of them. The validator reports a location as a pointer joined with an unescaped member
 * name, so this code looks at the body to find where the pointer ends.
 */

import { type Fault, type FaultCode, fromPlainPointer, toPointer } from '../lib/problem.ts';

interface ValidatorError {
  path: string;
  message: string;
  /** Such as `required.openapi.validation`. */
  errorCode?: string;
}

const MAX_FAULTS = 20;
/** A hostile body can have a hundred thousand faults; nobody reads so many. */
const MAX_LOOKED_AT = 1_000;
/** The fault of a member that belongs to messages of another role, and of no other value. */
const ONLY_NULL = 'must be null';

/** The keywords of the documents' schemas; a test checks that they are complete. */
export const CODES: Readonly<Record<string, FaultCode>> = {
  additionalProperties: 'additional_properties',
  const: 'const',
  discriminator: 'discriminator',
  enum: 'enum',
  exclusiveMinimum: 'exclusive_minimum',
  format: 'format',
  maximum: 'maximum',
  maxItems: 'max_items',
  maxLength: 'max_length',
  maxProperties: 'max_properties',
  minimum: 'minimum',
  minItems: 'min_items',
  minLength: 'min_length',
  oneOf: 'one_of',
  pattern: 'pattern',
  propertyNames: 'property_names',
  required: 'required',
  type: 'type',
};

/** The code of a broken rule, by the keyword of its schema. */
function codeOf(keyword: string): FaultCode {
  return CODES[keyword] ?? 'format';
}

export function faultsOf(errors: readonly ValidatorError[], body: unknown): Fault[] {
  const found = errors.slice(0, MAX_LOOKED_AT).map((error) => toFault(error, body));
  const faults = new Map<string, Fault>();
  for (const fault of foldAlternatives(found)) {
    const location = fault.pointer ?? fault.parameter ?? fault.header ?? '';
    // For a name, the validator first reports its fault as if it were the object's fault.
    if (!faults.has(location) || fault.code === 'property_names') faults.set(location, fault);
  }
  return [...faults.values()].slice(0, MAX_FAULTS);
}

function toFault({ path, message, errorCode }: ValidatorError, body: unknown): Fault {
  const rule = errorCode?.split('.')[0] ?? '';
  const keyword = message === ONLY_NULL ? 'additionalProperties' : rule;
  const code = codeOf(keyword);
  const [, location = '', name = ''] = /^\/([a-z]*)\/?(.*)$/s.exec(path) ?? [];
  const detail = describe(keyword, message);
  if (location === 'headers') return { header: headerName(name), detail, code };
  if (location === 'query' && !errorCode) return { parameter: name, ...describeParameter(message) };
  // For a repeatable parameter, the validator names the single value; the name of the parameter is enough for callers.
  const parameter = name.replace(/\/\d+$/, '');
  if (location === 'query' || location === 'params') return { parameter, detail, code };
  return {
    pointer: toPointer(segmentsOf(path.slice('/body'.length), keyword, message, body)),
    detail,
    code,
  };
}

function segmentsOf(path: string, keyword: string, message: string, body: unknown): string[] {
  if (keyword === 'discriminator') {
    const tag = /tag "([^"]+)"/.exec(message)?.[1];
    return [...fromPlainPointer(path), ...(tag === undefined ? [] : [tag])];
  }
  if (keyword !== 'additionalProperties') return fromPlainPointer(path);
  for (let slash = path.lastIndexOf('/'); slash >= 0; slash = path.lastIndexOf('/', slash - 1)) {
    const holder = fromPlainPointer(path.slice(0, slash));
    const name = path.slice(slash + 1);
    if (hasMember(descend(body, holder), name)) return [...holder, name];
    if (slash === 0) break;
  }
  return fromPlainPointer(path);
}

function descend(value: unknown, segments: string[]): unknown {
  return segments.reduce<unknown>(
    (at, segment) => (hasMember(at, segment) ? at[segment] : undefined),
    value,
  );
}

function hasMember<Name extends string>(
  value: unknown,
  name: Name,
): value is Record<Name, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

/**
 * If a value may take several forms, the validator reports the faults of every form. This function returns those inside
 * the intended form, otherwise the list of allowed words, otherwise the faults of the form with its type, otherwise
 * that no form fits.
 */
function foldAlternatives(faults: Fault[]): Fault[] {
  let kept = faults;
  for (const { pointer } of faults.filter(({ code }) => code === 'one_of')) {
    const at = kept.filter((fault) => fault.pointer === pointer);
    const inside = kept.some((fault) => fault.pointer?.startsWith(`${pointer}/`));
    const words = at.find(({ code }) => code === 'enum');
    const ofType = at.find(({ code }) => code !== 'type' && code !== 'one_of');
    const shown = inside ? undefined : (words ?? ofType ?? at.at(-1));
    kept = kept.filter((fault) => fault.pointer !== pointer || fault === shown);
  }
  return kept;
}

function describe(keyword: string, message: string): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a member that belongs here';
    case 'discriminator':
      return message.includes('must be string')
        ? 'must be a string'
        : 'is not one of the known values';
    case 'enum':
      return message.replace('must be equal to one of the allowed values', 'must be one of');
    case 'propertyNames':
      return 'has a member whose name has characters, or a length, that do not belong there';
    case 'oneOf':
      return 'has none of the forms that are allowed here';
    default:
      return inPlainWords(message);
  }
}

/** The validator's finding about a bound or a type, worded for people. */
function inPlainWords(message: string): string {
  const types = /^must be ([a-z]+(?:,[a-z]+)*)$/.exec(message)?.[1]?.split(',');
  if (types?.every((type) => type in TYPES)) {
    return `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(types.map((type) => TYPES[type]!))}`;
  }
  return PLAIN_WORDS.reduce((text, [words, plain]) => text.replace(words, plain), message);
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

/** The validator's term for a bound, and the term for people. */
const PLAIN_WORDS: readonly [string, string][] = [
  ['must be >=', 'must be at least'],
  ['must be <=', 'must be at most'],
  ['must be >', 'must be above'],
  ['must NOT have fewer than', 'must have at least'],
  ['must NOT have more than', 'must have at most'],
];

/** What the validator refuses in the query before it checks a schema. */
function describeParameter(message: string): Pick<Fault, 'detail' | 'code'> {
  return message.startsWith('Unknown')
    ? { detail: 'is not a parameter of this operation', code: 'unknown' }
    : { detail: 'must not be empty', code: 'min_length' };
}

/** The validator knows headers by their lowercase names. */
function headerName(name: string): string {
  return name === 'traceparent'
    ? name
    : name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}
