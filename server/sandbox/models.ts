/**
 * The sandbox's models: what each does with a request, and its prices. Prices are invented but shaped like real ones,
 * so that holds and charges are realistic.
 */
import Big from 'big.js';
import {
  INPUT_MODALITIES,
  type Model,
  SUPPORTED_PARAMETERS,
} from '../model-runs/providers/index.ts';

/** The server of its models, in its answers and records. */
export const SERVED_BY = 'Sandbox';
/** How the sandbox counts: this many characters, or the remainder, are one token. */
export const CHARACTERS_PER_TOKEN = 4;
/** The number of tokens of an image, whatever its content. */
export const IMAGE_TOKENS = 1_024;

/** The outcome of a request; `server.ts` simulates it. */
export type Script =
  /** Repeats the last message. */
  | 'echo'
  /** Calls the given tools, and answers with text once their results are there. */
  | 'tool-caller'
  /** Like echo, after reasoning that has to come back unchanged in the next turn. */
  | 'thinker'
  /** Like echo, but slow. */
  | 'slow'
  /** Like slow, but in pieces; pieces that the caller does not fetch are not billed. */
  | 'streams'
  /** Refuses the request. */
  | 'refused'
  /** Has no capacity at a run's first request, and answers the second one. */
  | 'busy'
  /** Answers, but the number of tokens and the cost stay unknown. */
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
  cancelled: 'Sandbox: is canceled before it runs',
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
  // Only one of them can reason.
  supportedParameters: SUPPORTED_PARAMETERS.filter(
    (parameter) => parameter !== 'reasoning' || script === 'thinker',
  ),
  // The others do not describe their input, so a picture would be pointless.
  ...(script === 'echo'
    ? { inputModalities: INPUT_MODALITIES, maxImageTokens: IMAGE_TOKENS }
    : { inputModalities: ['text'] }),
  pricing: { prompt: '0.00000015', completion: '0.0000006' },
  // Two tokens for the start of a message, three for the start of the answer.
  templateTokens: { perRequest: 3, perMessage: 2 },
}));

/** In US dollars; exact until the last step, whose shortest decimal form is exact again. */
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

/** The list of models in the form of OpenRouter's GET /models. */
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
