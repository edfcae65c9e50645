/**
 * The schema of a model and its prices from outside: a file, or a row that another version saved. The faults say why
 * such a price is unusable. An entry of the models file has prices per token or per million tokens.
 */
import { z } from 'zod';
import { type Decimal, eachOfTenTo, parseDecimal } from '../../platform/lib/money.ts';
import {
  INPUT_MODALITIES,
  type Model,
  type Pricing,
  SUPPORTED_PARAMETERS,
} from './model-provider.ts';

export const positive = z.int({ error: 'must be a positive integer' }).positive({
  error: 'must be a positive integer',
});

export const natural = z.int({ error: 'must be an integer' }).nonnegative({ error: 'is negative' });

export const modelId = z
  .string({ error: 'must be an identifier' })
  .regex(/^[\x21-\x7e]{1,256}$/, { error: 'must be 1 to 256 printable characters without spaces' });

export const templateTokens = z.strictObject({ perRequest: natural, perMessage: natural });

/** US dollars for so many powers of ten of it, in the shortest form. Zero is a price; a missing value is none. */
function priceOf(power: number) {
  return z.unknown().transform((value, context): Decimal => {
    const decimal = parseDecimal(value);
    const each = decimal && eachOfTenTo(power, decimal);
    if (each !== undefined) return each;
    const message = decimal ? 'has more than 18 decimals' : reasonUnsupported(value);
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** Prices whose token prices are for so many powers of ten of tokens; read as prices per token. */
function pricingFor(power: number) {
  const token = priceOf(power);
  const [request, image] = [priceOf(0), priceOf(0)];
  const further = {
    request: request.exactOptional(),
    cacheRead: token.exactOptional(),
    cacheWrite: token.exactOptional(),
    cacheWrite1h: token.exactOptional(),
    reasoning: token.exactOptional(),
  };
  const tier = z.strictObject({
    abovePromptTokens: natural,
    prompt: token.exactOptional(),
    completion: token.exactOptional(),
    ...further,
  });
  return z.strictObject(
    {
      ...{ prompt: token, completion: token, ...further, image: image.exactOptional() },
      tiers: z.array(tier).exactOptional(),
    },
    {
      error: (issue) => (issue.input === undefined ? 'is missing: a model has prices' : undefined),
    },
  );
}

const pricing = pricingFor(0);

const pricingPerMillionTokens = pricingFor(6);

/** In the form that an operator writes. */
export const supportedParameters = z.array(
  z.enum(SUPPORTED_PARAMETERS, { error: `must be one of ${SUPPORTED_PARAMETERS.join(', ')}` }),
);

export const inputModalities = z
  .array(z.enum(INPUT_MODALITIES, { error: `must be one of ${INPUT_MODALITIES.join(', ')}` }))
  .refine((names) => names.includes('text'), { error: 'must have text' });

const MODEL = z.object({
  id: modelId,
  provider: z.string(),
  providerModel: z.string(),
  name: z.string(),
  contextLength: positive.exactOptional(),
  maxCharsPerToken: positive.exactOptional(),
  maxOutputTokens: positive.exactOptional(),
  minOutputTokens: positive.exactOptional(),
  capabilities: z.object({
    tools: z.boolean(),
    reasoning: z.enum(['entries', 'text', 'nothing']),
  }),
  // Rows of later versions may contain unknown names.
  supportedParameters: z
    .array(z.string())
    .transform((names) => SUPPORTED_PARAMETERS.filter((name) => names.includes(name))),
  inputModalities: z
    .array(z.string())
    .transform((names) => INPUT_MODALITIES.filter((name) => names.includes(name))),
  maxImageTokens: natural.exactOptional(),
  pricing,
  templateTokens,
});

/** The model, or undefined if this version cannot bill it. */
export function readModel(value: unknown): Model | undefined {
  const parsed = MODEL.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

function reasonUnsupported(value: unknown): string {
  if (value === undefined || value === null) return 'is missing: what the model costs has no bound';
  if (typeof value === 'number' ? value < 0 : String(value).trim().startsWith('-')) {
    return 'is negative: a price is zero or more';
  }
  return 'is not a decimal such as "0.00000015", in US dollars';
}

export const prices = {
  pricing: pricing.exactOptional(),
  pricingPerMillionTokens: pricingPerMillionTokens.exactOptional(),
};

type Prices = z.output<z.ZodObject<typeof prices>>;
type Check = [(entry: Prices) => boolean, { path: string[]; error: string; when: () => boolean }];

/** Both are checked in any case, so that the fault of another member hides none of prices. */
const always = { when: () => true };

export const somePricing: Check = [
  (entry) => countPricings(entry) > 0,
  { ...always, path: ['pricing'], error: 'is missing: a model has prices' },
];

export const atMostOnePricing: Check = [
  (entry) => countPricings(entry) < 2,
  {
    ...{ ...always, path: ['pricingPerMillionTokens'] },
    error: 'is in addition to pricing: write one of them',
  },
];

/** The schemas have read both as prices per token. */
export function perToken<Entry extends Prices>(
  entry: Entry,
): Omit<Entry, keyof Prices> & { pricing?: Pricing } {
  const { pricing: written, pricingPerMillionTokens: read = written, ...rest } = entry;
  return { ...rest, ...(read && { pricing: read }) };
}

/** An entry that is no object has another fault. */
function countPricings(entry: Prices): number {
  if (typeof entry !== 'object' || entry === null) return 1;
  const { pricing: written, pricingPerMillionTokens: read } = entry;
  return [written, read].filter((each) => each !== undefined).length;
}
