/**
 * Prompts. A separate entry point: programs that only create runs do not load them. Its client is the core client with
 * `prompts`, and with `modelRuns` that can create runs from them.
 */
import {
  type CreateFromPrompt,
  createCreateFromPrompt,
  type PromptModelRuns,
} from './create-from-prompt.ts';
import { createClient as createCore, type ModelRunClient } from './index.ts';
import { createPrompts, type Prompts } from './saved-prompts.ts';
import { type ClientOptions, readSettings } from './settings.ts';
import { createTransport } from './transport.ts';

export type {
  CreateFromPrompt,
  FromPromptRequest,
  PromptChoice,
  PromptModelRuns,
} from './create-from-prompt.ts';
export type { KeyedOptions } from './keyed.ts';
export type { LabelOptions, Prompts, SavedVersion } from './saved-prompts.ts';

export interface PromptClient extends Omit<ModelRunClient, 'modelRuns'> {
  modelRuns: PromptModelRuns;
  prompts: Prompts;
}

/** Creates a client. Sends nothing. Throws a `UsageError` that says what to do if an option is invalid. */
export function createClient(options: ClientOptions = {}): PromptClient {
  const core = createCore(options);
  const prompts = createPrompts(core, createTransport(readSettings(options)));
  const createFromPrompt: CreateFromPrompt = createCreateFromPrompt(core.modelRuns, prompts);
  return { ...core, prompts, modelRuns: { ...core.modelRuns, createFromPrompt } };
}
