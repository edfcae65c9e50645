/**
 * The sandbox's models: what each of them does to a request, and the prices it is billed at. Prices are
 * made up but shaped like real ones, so that holds and charges are worth looking at.
 */
import Big from 'big.js';
import { INPUT_MODALITIES, type Model, SUPPORTED_PARAMETERS } from '../providers/index.ts';

/** Who serves its models, by its answers and records. */
export const SERVED_BY = 'Sandbox';
/** How the sandbox counts: a token is so many characters, or what remains of them. */
export const CHARACTERS_PER_TOKEN = 4;
/** An image is so many tokens, whatever is on it. */
export const IMAGE_TOKENS = 1_024;

/** The outcome of a request; `server.ts` simulates it. */
export type Script =
  /** Says again what was said last. */
  | 'echo'
  /** Calls the given tools, and answers in words once their results are there. */
  | 'tool-caller'
  /** As echo, after reasoning that has to come back unharmed in the next turn. */
  | 'thinker'
  /** As echo, but takes its time. */
  | 'slow'
  /** As slow, but says it piece by piece; what is not fetched is not billed. */
  | 'streams'
  /** Turns the request away. */
  | 'refused'
  /** Has no capacity the first time a run asks, and answers the second time. */
  | 'busy'
  /** Answers, and the number of tokens and the cost stay unknown. */
  | 'no-usage'
  /** Answers without the cost, which only the record of the generation has. */
  | 'unpriced'
  /** Drops the connection: the record shows that it ran, the text is lost. */
  | 'breaks'
  /** Drops the connection: the record shows that nothing ran. */
  | 'cancelled'
  /** Drops the connection: there is no record, now or ever. */
  | 'lost';

const NAMES: Record<Script, string> = {
  echo: 'Sandbox: says it again',
  'tool-caller': 'Sandbox: calls your tools',
  thinker: 'Sandbox: thinks aloud',
  slow: 'Sandbox: takes its time',
  streams: 'Sandbox: says it piece by piece',
  refused: 'Sandbox: refuses',
  busy: 'Sandbox: busy at first',
  'no-usage': 'Sandbox: tells no usage',
  unpriced: 'Sandbox: tells the cost later',
  breaks: 'Sandbox: runs, and loses the answer',
  cancelled: 'Sandbox: is cancelled before it runs',
  lost: 'Sandbox: is never heard of again',
};

export const sandboxModels: Model[] = Object.entries(NAMES).map(([script, name]) => ({
  id: `sandbox/${script}`,
  provider: 'sandbox',
  providerModel: `sandbox/${script}`,
  name,
  contextLength: 131_072,
  maxCharsPerToken: CHARACTERS_PER_TOKEN,
  capabilities: { tools: true, reasoning: 'entries' },
  // Only one of them has anything to think about.
  supportedParameters: SUPPORTED_PARAMETERS.filter(
    (parameter) => parameter !== 'reasoning' || script === 'thinker',
  ),
  // The others say nothing of what they are sent, so a picture would be lost on them.
  ...(script === 'echo'
    ? { inputModalities: INPUT_MODALITIES, maxImageTokens: IMAGE_TOKENS }
    : { inputModalities: ['text'] }),
  pricing: { prompt: '0.00000015', completion: '0.0000006' },
  // Two tokens for the start of a message, three for that of the answer.
  templateTokens: { perRequest: 3, perMessage: 2 },
}));

/** In US dollars; exact until the last step, whose shortest decimal form is the exact one again. */
export function costOf(
  { prompt, completion }: Pick<Model['pricing'], 'prompt' | 'completion'>,
  promptTokens: number,
  completionTokens: number,
): number {
  const ofPrompt = new Big(prompt).times(promptTokens);
  return Number(ofPrompt.plus(new Big(completion).times(completionTokens)).toFixed());
}

export function findModel(id: string): { model: Model; script: Script } | undefined {
  const model = sandboxModels.find((one) => one.providerModel === id);
  return model && { model, script: id.slice('sandbox/'.length) as Script };
}

const ALWAYS_SUPPORTED = ['max_tokens', 'tools', 'tool_choice', 'parallel_tool_calls'];

/** The list of models as OpenRouter's GET /models gives it. */
export function modelList(): object {
  const data = sandboxModels.map((model) => ({
    id: model.providerModel,
    canonical_slug: model.providerModel,
    name: model.name,
    created: 1_767_225_600,
    description: model.name,
    context_length: model.contextLength ?? null,
    architecture: {
      modality: `${model.inputModalities.join('+')}->text`,
      input_modalities: model.inputModalities,
      output_modalities: ['text'],
      instruct_type: null,
      tokenizer: 'Other',
    },
    pricing: { prompt: model.pricing.prompt, completion: model.pricing.completion, request: '0' },
    top_provider: {
      context_length: model.contextLength ?? null,
      max_completion_tokens: null,
      is_moderated: false,
    },
    per_request_limits: null,
    supported_parameters: [...ALWAYS_SUPPORTED, ...model.supportedParameters],
    default_parameters: null,
    supported_voices: null,
    links: { details: `/api/v1/models/${model.providerModel}/endpoints` },
  }));
  return { data, links: { next: null }, total_count: data.length };
}
