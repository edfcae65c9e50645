/**
 * Creates model runs from prompts: once per request key, even if the label moves, and always attributed to the version
 * that they were made from.
 */
import { handedOn, type ResponsePromise, responding } from './answers.ts';
import type { AttributionInput, CreateModelRun, Message, RenderedPrompt } from './contract.ts';
import type { Created, CreateOptions } from './create.ts';
import { annotate } from './errors.ts';
import type { ModelRuns } from './model-runs.ts';
import { isProblem } from './problems.ts';
import { checkRequestKey } from './request-keys.ts';
import type { Prompts, Which } from './saved-prompts.ts';
import { checkSignal } from './transport.ts';

export interface PromptChoice extends Which {
  name: string;
  /** The values of the variables, by name. */
  variables?: Record<string, unknown>;
}

export interface FromPromptRequest extends Omit<CreateModelRun, 'messages' | 'attribution'> {
  /** The messages after those of the prompt, such as the conversation so far. */
  messages?: Message[];
  /** The rest of the attribution: the client adds the prompt and its version. */
  attribution?: Omit<NonNullable<AttributionInput>, 'promptId' | 'promptVersion'>;
}

/**
 * Renders a prompt and creates a run from it. Billable. For a known request key, returns its run unchanged and ignores
 * the label and the values: so if you retry with a key that you saved, a label that has moved since causes no second
 * run. `request` can be a function of what was rendered, such as its `config`. Throws what `render` and `create` throw.
 */
export type CreateFromPrompt = (
  prompt: PromptChoice,
  request: FromPromptRequest | ((rendered: RenderedPrompt) => FromPromptRequest),
  options?: CreateOptions,
) => ResponsePromise<Created>;

export interface PromptModelRuns extends ModelRuns {
  createFromPrompt: CreateFromPrompt;
}

export function createCreateFromPrompt(runs: ModelRuns, prompts: Prompts): CreateFromPrompt {
  /** The run that the key created from this prompt, if any. */
  async function find(
    requestKey: string,
    { name }: PromptChoice,
    options: CreateOptions,
  ): Promise<Created | undefined> {
    const run = await runs.find(requestKey, handedOn(options));
    if (run?.attribution?.promptId !== name) return undefined;
    return { run, requestKey, replayed: true };
  }

  return (prompt, request, options) =>
    responding(options, (call) => createOne(prompt, request, call));

  async function createOne(
    prompt: PromptChoice,
    request: Parameters<CreateFromPrompt>[1],
    options: CreateOptions,
  ): Promise<Created> {
    const { idempotencyKey, signal } = options;
    checkSignal(signal);
    if (idempotencyKey !== undefined) checkRequestKey(idempotencyKey, 'idempotencyKey');
    try {
      const known =
        idempotencyKey === undefined ? undefined : await find(idempotencyKey, prompt, options);
      if (known) return known;
      const { name, ...which } = prompt;
      const rendered = await prompts.render(name, which, options);
      const {
        messages = [],
        attribution,
        ...rest
      } = typeof request === 'function' ? request(rendered) : request;
      const body: CreateModelRun = {
        ...rest,
        messages: [...rendered.messages, ...messages],
        attribution: { ...attribution, ...rendered.attribution },
      };
      return await runs.create(body, options);
    } catch (error) {
      // Another caller has meanwhile used the key, with an earlier text of the prompt.
      const isUsed = idempotencyKey !== undefined && isProblem(error, 'idempotency_key_reuse');
      const winner = isUsed ? await find(idempotencyKey, prompt, options) : undefined;
      if (winner) return winner;
      throw annotate(error, { requestKey: idempotencyKey });
    }
  }
}
