/**
 * The JSON Schemas from tool servers: checked before a tool is sold, and enforced within a time limit. A schema is
 * external input. So it references nothing outside itself, its patterns are matched in linear time, and its size is
 * limited when it is read.
 */
import { Ajv } from 'ajv';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { RE2JS } from 're2js';
import { toCleanText } from './hygiene.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { withinTime } from './within-time.ts';

/** How a value breaks a schema; the pointer is relative to the value, without a leading `#`. */
export interface SchemaFault {
  pointer: string;
  keyword: string;
  message: string;
}

export interface SchemaCheck {
  /** Empty if the value is valid. */
  faultsOf(value: JsonValue): SchemaFault[];
}

const MOST_FAULTS = 20;
/** Collecting every fault of a hostile value takes long: of a larger one, only the first is named. */
const COMMON_VALUES = 1_000;
/** An ordinary schema is compiled within a few milliseconds, and one of 64 KiB within half a second. */
const MOST_READ_MS = 2_000;
const MOST_CHECK_MS = 500;
/** A message can quote the schema. */
const LONGEST_MESSAGE = 500;

/** Throws an Error that says why the schema is unusable. */
export function compileSchema(schema: JsonObject): SchemaCheck {
  const outside = outsideReferenceOf(schema);
  if (outside !== undefined) throw new Error(`it refers to ${outside}, outside of itself`);
  const compiled = withinTime(MOST_READ_MS, () => [
    compile(schema, { allErrors: false }),
    compile(schema, { allErrors: true }),
  ]);
  if (!compiled) throw new Error('it takes too long to read');
  const [quick, thorough] = compiled as [ValidateFunction, ValidateFunction];
  // The library's result would be a promise, which says nothing at once.
  if ('$async' in quick && quick.$async) throw new Error('it is asynchronous');
  // A schema that refers to itself without end never terminates for any value.
  if (!faultsWithinTime(quick, {})) throw new Error('it takes too long to check a value');
  return {
    faultsOf(value) {
      const first = faultsWithinTime(quick, value);
      if (!first) return [NOT_CHECKED];
      if (first.length === 0 || valuesIn(value, COMMON_VALUES) > COMMON_VALUES) return first;
      return faultsWithinTime(thorough, value) ?? first;
    },
  };
}

/** Counts the values in a value, up to one more than `most`. */
function valuesIn(value: JsonValue, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const inner of Object.values(value)) {
    if (count > most) break;
    count += valuesIn(inner as JsonValue, most - count);
  }
  return count;
}

/** Undefined if the check would take too long, or too much of the stack. */
function faultsWithinTime(validate: ValidateFunction, value: JsonValue): SchemaFault[] | undefined {
  try {
    return withinTime(MOST_CHECK_MS, () =>
      validate(value) ? [] : (validate.errors ?? []).slice(0, MOST_FAULTS).map(toFault),
    );
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const NOT_CHECKED: SchemaFault = {
  pointer: '',
  keyword: 'schema',
  message: 'takes too long to check',
};

const DRAFT_07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;

const OPTIONS = {
  ...({ strict: false, logger: false } as const),
  code: { regExp: Object.assign(linearRegExp, { code: 'linearRegExp' }) },
};

/** The validators of schemas themselves, each created once: that takes longer than compiling most schemas. */
const metaSchemas = new Map<typeof Ajv | typeof Ajv2020, Ajv>();

/** One per schema: the names in a schema stay its own. For 2020-12, unless it declares draft 07. */
function compile(schema: JsonObject, faults: { allErrors: boolean }): ValidateFunction {
  const isOld = typeof schema.$schema === 'string' && DRAFT_07.test(schema.$schema);
  const Version = isOld ? Ajv : Ajv2020;
  const meta = metaSchemas.get(Version) ?? new Version(OPTIONS);
  const isSchema = meta.validateSchema(schema);
  // Not earlier: one whose creation was interrupted would be unusable later.
  metaSchemas.set(Version, meta);
  if (!isSchema) throw new Error(meta.errorsText(meta.errors));
  const ajv = new Version({ ...OPTIONS, ...faults, meta: false, validateSchema: false });
  formats.default(ajv);
  return ajv.compile(schema);
}

/** ECMA 262 patterns that RE2 does not support, such as look-aheads, throw: then the schema is refused. */
function linearRegExp(pattern: string) {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  return {
    test: (text: string) => compiled.matcher(text).find(),
    // The name by which ajv distinguishes one from another.
    toString: () => `/${pattern}/u`,
  };
}

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];

function outsideReferenceOf(schema: JsonValue): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  for (const [name, value] of Object.entries(schema)) {
    const isOutside =
      REFERENCES.includes(name) && typeof value === 'string' && !value.startsWith('#');
    const found = isOutside ? value : outsideReferenceOf(value as JsonValue);
    if (found !== undefined) return found;
  }
  return undefined;
}

function toFault({
  instancePath,
  keyword,
  params,
  message = 'is not valid',
}: ErrorObject): SchemaFault {
  const member = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  const below = typeof member === 'string' ? `/${escaped(member)}` : '';
  return {
    pointer: `${instancePath}${below}`,
    keyword: snakeCase(keyword),
    message: toCleanText(message.slice(0, LONGEST_MESSAGE)),
  };
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function snakeCase(keyword: string): string {
  return keyword.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
