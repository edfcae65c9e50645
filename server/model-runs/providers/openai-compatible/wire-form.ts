/**
 * How the chat completions of one server differ from those of others. Each member can be set in the models file, for a
 * server and for one of its models; `presets.ts` has the values of known providers.
 */
import { z } from 'zod';
import { LACKS, SUPPORTED_PARAMETERS } from '../model-provider.ts';

function oneOf<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, { error: `must be one of ${words.join(', ')}` }).exactOptional();
}

const flag = z.boolean({ error: 'must be true or false' }).exactOptional();

/** What a server may lack. A request that needs it is refused before anything is held. */
export const LACKABLE = [...SUPPORTED_PARAMETERS, ...LACKS] as const;

export const wireFormMembers = {
  /** The name of the limit of output tokens. */
  outputLimit: oneOf(['max_tokens', 'max_completion_tokens']),
  /** Whether it takes `stream_options`, without which some servers report no usage in a stream. */
  streamOptions: flag,
  /** Where the effort is: a member of its own, or `effort` in an object. */
  effort: oneOf(['reasoning_effort', 'reasoning']),
  systemRole: oneOf(['system', 'developer']),
  seed: oneOf(['seed', 'random_seed']),
  /** Whether it takes `user`, which is the pseudonym of the end user. */
  user: flag,
  /** Whether the result of a call may have the `name` of its function. */
  resultNames: flag,
  /** Whether a refusal has a member of its own in a message; otherwise it is sent as content. */
  refusal: flag,
  /** The member of a message that takes the reasoning of earlier turns. */
  reasoning: oneOf(['reasoning_details', 'reasoning_content', 'reasoning', 'none']),
  /** Whether texts and tools may have `cache_control`. */
  cacheControl: flag,
  /** Whether it attaches `extra_content` to messages and calls, and needs that back. */
  extraContent: flag,
  lacks: z
    .array(z.enum(LACKABLE, { error: `must be one of ${LACKABLE.join(', ')}` }))
    .exactOptional(),
  /** Statuses that mean, with an error in the form of this API, that nothing was executed. 429 always does. */
  busyStatuses: z
    .array(z.int().min(400).max(599, { error: 'must be a status from 400 to 599' }))
    .exactOptional(),
  /** Codes, types or statuses in an error that mean the same, if no part of an answer came before. */
  busyCodes: z.array(z.string().min(1).max(100)).max(50).exactOptional(),
};

const settings = z.object(wireFormMembers);

export type WireSettings = z.output<typeof settings>;
export type WireForm = Required<WireSettings>;

/** The members of `given` that are settings. */
export function settingsIn(given: WireSettings): WireSettings {
  return settings.parse(given);
}
