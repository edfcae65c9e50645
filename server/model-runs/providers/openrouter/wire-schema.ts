/**
 * The schema of what may be sent to OpenRouter's POST /chat/completions, as far as this service uses it: narrower than
 * what the provider accepts, and closed wherever a misspelled member would go unnoticed. Tests validate every request
 * against it, and the sandbox refuses with it.
 */
import type { ValidateFunction } from 'ajv/dist/2020.js';

/** The faults of a request, each with its path; empty if it may be sent. */
export async function checkOpenRouterRequest(value: unknown): Promise<string[]> {
  compiling ??= compile();
  const validate = await compiling;
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const name = params.additionalProperty === undefined ? '' : ` '${params.additionalProperty}'`;
    return `${instancePath === '' ? 'the request' : instancePath} ${message}${name}`;
  });
}

const text = { type: 'string' };
const dollars = { type: 'string', pattern: '^(0|[1-9][0-9]*)(\\.[0-9]+)?$' };
const toolName = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' };

function closed(properties: Record<string, object>, required = Object.keys(properties)): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

function message(
  role: string,
  properties: Record<string, object>,
  required = Object.keys(properties),
): object {
  return closed({ role: { const: role }, ...properties }, ['role', ...required]);
}

const toolCall = closed({
  id: { type: 'string', minLength: 1 },
  type: { const: 'function' },
  function: closed({ name: text, arguments: text }),
});

/** Open on purpose: its members belong to the model's provider, and are returned unchanged. */
const reasoningDetail = {
  type: 'object',
  properties: { type: { type: 'string', minLength: 1 } },
  required: ['type'],
};

const cacheControl = closed({ type: { const: 'ephemeral' }, ttl: { enum: ['5m', '1h'] } }, [
  'type',
]);

function part(type: string, name: string, content: object): object {
  const members = { type: { const: type }, [name]: content };
  return closed({ ...members, cache_control: cacheControl }, Object.keys(members));
}

const textPart = part('text', 'text', text);
const texts = { anyOf: [text, { type: 'array', minItems: 1, items: textPart }] };

const parts = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: [
      textPart,
      part(
        'image_url',
        'image_url',
        closed({ url: text, detail: { enum: ['auto', 'low', 'high'] } }, ['url']),
      ),
      part('file', 'file', closed({ filename: text, file_data: text })),
      part('input_audio', 'input_audio', closed({ data: text, format: { enum: ['wav', 'mp3'] } })),
    ],
  },
};

const messages = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['role'],
    discriminator: { propertyName: 'role' },
    oneOf: [
      message('system', { content: texts }),
      message('user', { content: { anyOf: [text, parts] } }),
      message('tool', { content: texts, tool_call_id: text }),
      message(
        'assistant',
        {
          content: { type: ['string', 'null'] },
          refusal: text,
          tool_calls: { type: 'array', minItems: 1, items: toolCall },
          reasoning_details: { type: 'array', items: reasoningDetail },
        },
        [],
      ),
    ],
  },
};

const tools = {
  type: 'array',
  minItems: 1,
  items: part(
    'function',
    'function',
    closed(
      {
        ...{ name: toolName, description: text, parameters: { type: 'object' } },
        strict: { type: 'boolean' },
      },
      ['name'],
    ),
  ),
};

const toolChoice = {
  anyOf: [
    { enum: ['none', 'auto', 'required'] },
    closed({ type: { const: 'function' }, function: closed({ name: toolName }) }),
  ],
};

const responseFormat = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [
    closed({ type: { const: 'text' } }),
    closed({ type: { const: 'json_object' } }),
    closed({
      type: { const: 'json_schema' },
      json_schema: closed(
        {
          name: toolName,
          description: text,
          schema: { type: 'object' },
          strict: { type: 'boolean' },
        },
        ['name'],
      ),
    }),
  ],
};

const parameters = {
  temperature: { type: 'number', minimum: 0, maximum: 2 },
  top_p: { type: 'number', minimum: 0, maximum: 1 },
  stop: { type: 'array', minItems: 1, maxItems: 4, items: { type: 'string', minLength: 1 } },
  seed: { type: 'integer' },
  reasoning: closed({
    effort: { enum: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] },
  }),
  response_format: responseFormat,
};

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...closed(
    {
      model: { type: 'string', minLength: 1 },
      messages,
      max_tokens: { type: 'integer', minimum: 1 },
      max_completion_tokens: { type: 'integer', minimum: 1 },
      stream: { type: 'boolean' },
      tools,
      tool_choice: toolChoice,
      parallel_tool_calls: { type: 'boolean' },
      ...parameters,
      user: { type: 'string', minLength: 1 },
      session_id: { type: 'string', minLength: 1, maxLength: 256 },
      metadata: {
        type: 'object',
        maxProperties: 16,
        propertyNames: { maxLength: 64 },
        additionalProperties: { type: 'string', maxLength: 512 },
      },
      plugins: {
        type: 'array',
        items: closed({
          id: { const: 'file-parser' },
          pdf: closed({ engine: { const: 'native' } }),
        }),
      },
      trace: closed({ run_id: text, trace_id: text, parent_span_id: text }, []),
      provider: closed(
        {
          max_price: closed(
            { prompt: dollars, completion: dollars, request: dollars, image: dollars },
            [],
          ),
          require_parameters: { type: 'boolean' },
          allow_fallbacks: { type: 'boolean' },
        },
        [],
      ),
    },
    ['model', 'messages'],
  ),
  dependentRequired: { tool_choice: ['tools'], parallel_tool_calls: ['tools'] },
};

let compiling: Promise<ValidateFunction> | undefined;

/** On the first request: loading and compiling take a noticeable part of a start. */
async function compile(): Promise<ValidateFunction> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  return new Ajv2020({ allErrors: true, discriminator: true, strictTypes: false }).compile(schema);
}
