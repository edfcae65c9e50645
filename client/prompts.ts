/**
 * Prompts, in an entry of their own: programs that only create runs do not load them. The client of this entry is that
 * of the core with `prompts`, and `modelRuns` that create from them.
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
export type { LabelOptions, Prompts, SavedVersion, SaveOptions } from './saved-prompts.ts';

export interface PromptClient extends Omit<ModelRunClient, 'modelRuns'> {
  modelRuns: PromptModelRuns;
  prompts: Prompts;
}

/** Sends nothing. Throws a `UsageError` that says what to do where an option can't be right. */
export function createClient(options: ClientOptions = {}): PromptClient {
  const core = createCore(options);
  const prompts = createPrompts(core, createTransport(readSettings(options)));
  const createFromPrompt: CreateFromPrompt = createCreateFromPrompt(core.modelRuns, prompts);
  return { ...core, prompts, modelRuns: { ...core.modelRuns, createFromPrompt } };
}
