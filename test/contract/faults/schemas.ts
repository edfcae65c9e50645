/** Faults of schemas: names, words, examples, bounds, unions, and what requests and responses may be. */
import type { Node } from '../document.ts';
import {
  and,
  answer,
  type Faults,
  modelRun,
  moved,
  plus,
  request,
  run,
  schemas,
  to,
  without,
} from './plant.ts';

const error = `${schemas} ModelRunError`;
const text = { type: 'string', maxLength: 9, description: 'A text.', examples: ['a'] };
const flag = { type: 'boolean', description: 'A flag.', examples: [true] };
const part = { type: 'object', description: 'A part.', properties: { more: text } };
const object = { type: 'object', description: 'An object.', properties: { text } };

export const schemaFaults: Faults = {
  'no-invalid-schema-examples': [['an example out of bounds', `${run} scale examples`, to([99])]],
  'no-invalid-media-type-examples': [
    ['a body that its schema refuses', 'components examples limits value maxPromptChars', to(0)],
  ],
  'no-required-schema-properties-undefined': [
    ['a required member that is not there', `${run} more`, to({ ...object, required: ['name'] })],
  ],
  'no-schema-type-mismatch': [['items of a text', `${answer} text`, plus({ items: text })]],
  'no-unused-components': [['a schema that nothing uses', schemas, plus({ Unused: text })]],

  'contract/schema-names-are-pascal-case': [
    ['a schema in camelCase', schemas, renamedFault('sharedError')],
    ['a schema in snake_case', schemas, renamedFault('Shared_Error')],
  ],
  'contract/references-are-plain': [
    ['words beside a reference', `${modelRun} usage`, plus({ description: 'They are dropped.' })],
    [
      'a property that is another one',
      `${run} feeAmount`,
      to({ $ref: '#/components/schemas/BillableRun/properties/listAmount' }),
    ],
  ],
  'rule/property-names-are-camel-case': [
    ['a property in snake_case', `${error} properties`, plus({ provider_name: text })],
    ['a property in PascalCase', `${error} properties`, plus({ Provider: text })],
    ['a property in kebab-case', `${error} properties`, plus({ 'provider-name': text })],
  ],
  'contract/schemas-are-described': [
    ['a property without a description', `${error} properties message`, without('description')],
    ['a property with an empty one', `${error} properties message description`, to('')],
    ['a schema without a description', `${schemas} Payer`, without('description')],
    ['a branch without a description', `${schemas} ToolChoice oneOf 0`, without('description')],
  ],
  'contract/properties-have-an-example': [
    ['a property without examples', `${error} properties message`, without('examples')],
    ['a property with an empty list', `${error} properties message examples`, to([])],
    ['a switch without examples', `${request} parallel_tool_calls`, without('examples')],
    [
      'a reference to what has none',
      `${error} properties more`,
      to({ $ref: '#/components/schemas/Page' }),
    ],
    [
      'a list of what has none',
      `${error} properties more`,
      to({
        ...text,
        type: 'array',
        maxLength: undefined,
        maxItems: 9,
        examples: undefined,
        items: without('examples')(flag),
      }),
    ],
  ],

  'contract/schemas-have-a-type': [
    ['a property of any type', `${error} properties more`, to(without('type', 'maxLength')(text))],
    [
      'a property of two types',
      `${error} properties message`,
      plus({ type: ['string', 'boolean'] }),
    ],
  ],
  'rule/strings-are-bounded': [
    ['a text without a bound', `${error} properties message`, without('maxLength')],
    [
      'text or null without a bound',
      `${schemas} ModelRunList properties nextCursor`,
      without('maxLength'),
    ],
    ['a parameter without a bound', 'components parameters Cursor schema', without('maxLength')],
    ['a header without a bound', 'components headers ETag schema', without('maxLength')],
  ],
  'rule/formats-of-any-length-are-bounded': [
    ['an address without a bound', `${schemas} Problem properties type`, without('maxLength')],
    ['a format that only begins like one', `${run} createdAt format`, to('date-time-or-so')],
  ],
  'rule/numbers-are-bounded': [
    ['a number without a minimum', `${run} scale`, without('minimum')],
    ['a number without a maximum', `${run} feeAmount`, without('maximum')],
    ['a number or null without bounds', `${run} scale`, nullable('integer', 'minimum', 'maximum')],
  ],
  'rule/arrays-are-bounded': [
    ['a list without a bound', `${request} messages`, without('maxItems')],
    [
      'a list or null without a bound',
      `${schemas} ModelRunList properties data`,
      nullable('array', 'maxItems'),
    ],
  ],
  'rule/no-floats': [
    [
      'money in floating point',
      `${run} feeAmount`,
      (amount: Node) => ({ ...without('format')(amount), type: 'number' }),
    ],
  ],
  'contract/integers-have-a-width': [
    ['money without a width', `${run} feeAmount`, without('format')],
    ['money in 32 bits', `${run} feeAmount`, plus({ format: 'int32' })],
    ['a small number in 64 bits', `${run} scale`, plus({ format: 'int64' })],
  ],

  'rule/schemas-avoid-what-tools-mistake': [
    ['definitions inside', `${error} $defs`, to({})],
    ['a condition', `${error} if`, to(object)],
    ['a member for reading only', `${error} properties message readOnly`, to(true)],
    ['a member for writing only', `${request} parallel_tool_calls writeOnly`, to(true)],
    ['closing by unevaluatedProperties', `${schemas} Payer unevaluatedProperties`, to(text)],
    ['an example of OpenAPI 3.0', `${error} properties message example`, to('A message.')],
  ],
  'contract/unions-are-safe': [
    ['objects without a discriminator', `${schemas} Message`, without('discriminator')],
    ['a discriminator without a type', `${schemas} Message`, without('type')],
    ['a tag that is not required', `${schemas} Message`, without('required')],
    ['a mapping that forgets one', `${schemas} Message discriminator mapping`, without('tool')],
    [
      'a tag that is not constant',
      `${schemas} UserMessage properties role`,
      to({ ...text, enum: ['user'], examples: ['user'] }),
    ],
    [
      'members of one type',
      `${schemas} ToolChoice oneOf`,
      and({ ...text, enum: ['other'], examples: ['other'] }),
    ],
    [
      'an open set as a union of its values with any text',
      `${schemas} Page`,
      (page: Node) => ({ description: 'A union.', anyOf: [{ ...text, enum: ['a'] }, page] }),
    ],
    ['an object made of parts without a name', `${schemas} ModelRun allOf 0`, to(part)],
    ['an object that extends two', `${schemas} ModelRun allOf`, and(part)],
    ['a union without a name', `${run} more`, to({ description: 'A union.', oneOf: [text, flag] })],
  ],

  'contract/open-sets-are-strings': [
    [
      'an open set of numbers',
      `${run} scale`,
      plus({ 'x-extensible-enum': [2, 9], examples: [2, 9] }),
    ],
    ['an open set that is closed as well', `${modelRun} finishReason`, closedToo],
    ['a value that does not fit', `${schemas} ProblemCode x-extensible-enum`, and('Too-late')],
    ['a value that is not shown', `${schemas} ModelRunState x-extensible-enum`, and('paused')],
    ['a value that is there twice', `${schemas} ModelRunErrorCode`, twice],
    ['values in words alone', `${schemas} ModelRunState`, without('x-extensible-enum')],
  ],

  'contract/requests-are-closed': [
    ['a request that takes anything', `${schemas} CreateModelRun`, without('additionalProperties')],
    ['a part of one that takes anything', `${schemas} ToolMessage additionalProperties`, to(true)],
    [
      'what an answer is sent back as',
      `${schemas} AssistantMessage`,
      without('additionalProperties'),
    ],
  ],
  'contract/responses-can-grow': [
    ['a closed response', `${schemas} Payer`, plus({ additionalProperties: false })],
    [
      'a part of one that is closed',
      `${schemas} ModelRunUsage`,
      plus({ additionalProperties: false }),
    ],
    ['a response that gains texts only', `${schemas} Payer`, plus({ additionalProperties: text })],
  ],
  'contract/sides-share-no-schema': [
    [
      'a request in the words of an answer',
      `${schemas} ToolMessage properties more`,
      to({ $ref: '#/components/schemas/ModelRunState' }),
    ],
  ],
};

/** Its values only. */
function closedToo(schema: Node): Node {
  return { ...schema, enum: schema['x-extensible-enum'] };
}

/** Repeats the first known value, in the schema and in the example. */
function twice({ 'x-extensible-enum': known, ...schema }: Node): Node {
  const values = [...(known as string[]), (known as string[])[0]];
  return { ...schema, 'x-extensible-enum': values, examples: values };
}

/** Allows another type as well, and omits some members. */
function nullable(type: string, ...members: string[]) {
  return (schema: Node) => ({ ...without(...members)(schema), type: [type, 'null'] });
}

/** The schema Fault under another name, and the one reference to it. */
function renamedFault(name: string) {
  return (all: Node) => {
    const problem = all.Problem as { properties: { errors: Node } };
    const errors = {
      ...problem.properties.errors,
      items: { $ref: `#/components/schemas/${name}` },
    };
    const Problem = { ...problem, properties: { ...problem.properties, errors } };
    return { ...moved('Fault', name)(all), Problem };
  };
}
