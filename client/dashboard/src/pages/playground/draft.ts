/** A request that the user edits: the fields of the form, and the request that the form sends. */
import type { CreateModelRun, Model, SentMessage, SentRequest } from '../../api/index.ts';
import type { DraftMessage } from '../prompts/draft.ts';

type Message = CreateModelRun['messages'][number];
type Effort = NonNullable<CreateModelRun['reasoning']>['effort'];

export interface PlaygroundMessage extends DraftMessage {
  /** The parts that no field shows, such as images and calls of functions. The form sends them unchanged. */
  kept?: Message;
}

/** Numbers are as typed. The provider decides those that are empty. */
export interface Draft {
  model: string;
  messages: PlaygroundMessage[];
  maxOutputTokens: string;
  temperature: string;
  topP: string;
  seed: string;
  effort: Effort | '';
  /** One text per line. */
  stop: string;
  /** The members that come from the run that the draft is based on, such as its functions. */
  rest: Pick<CreateModelRun, 'tools' | 'tool_choice' | 'parallel_tool_calls' | 'response_format'>;
}

export function emptyDraft(model: string): Draft {
  return {
    ...{ model, messages: [{ id: 0, role: 'user', content: '' }], maxOutputTokens: '1024' },
    ...{ temperature: '', topP: '', seed: '', effort: '', stop: '', rest: {} },
  };
}

/** Makes a draft of the request of a run. */
export function draftOf(model: string, request: SentRequest): Draft {
  const { messages, maxOutputTokens, temperature, top_p, stop, seed, reasoning } = request;
  const { tools, tool_choice, parallel_tool_calls, response_format } = request;
  const rest = { tools, tool_choice, parallel_tool_calls, response_format };
  const present = Object.entries(rest).filter(([, value]) => value !== undefined);
  return {
    ...{ model, maxOutputTokens: String(maxOutputTokens) },
    messages: messages.map(toMessage),
    temperature: temperature === undefined ? '' : String(temperature),
    topP: top_p === undefined ? '' : String(top_p),
    seed: seed === undefined ? '' : String(seed),
    effort: (reasoning?.effort ?? '') as Draft['effort'],
    stop: (stop ?? []).join('\n'),
    rest: Object.fromEntries(present) as Draft['rest'],
  };
}

function toMessage(sent: SentMessage, id: number): PlaygroundMessage {
  const { parts, ...others } = sent;
  const { role, content, ...more } = others;
  const isPlain =
    parts === undefined && typeof content === 'string' && Object.keys(more).length === 0;
  const known = ROLES.find((each) => each === role);
  if (isPlain && known) return { id, role: known, content };
  const kept = { ...others, ...(parts && { content: parts }) } as unknown as Message;
  return { id, role: known ?? 'user', content: '', kept };
}

const ROLES = ['system', 'user', 'assistant'] as const;

/** The possible parameters, by the names that models use for them. */
export const OPTIONS = ['temperature', 'top_p', 'seed', 'reasoning', 'stop'] as const;

export function takes(model: Model | undefined, option: (typeof OPTIONS)[number]): boolean {
  return model?.supportedParameters.includes(option) === true;
}

export interface ReadDraft {
  /** Undefined while a value is missing or not valid. */
  body?: CreateModelRun;
  faults: Record<string, string>;
}

export function readDraft(draft: Draft, model: Model | undefined, most: number): ReadDraft {
  const faults: Record<string, string> = {};
  const number = (name: string, text: string, isWhole = false) => {
    if (text.trim() === '') return undefined;
    const value = Number(text);
    const isRead = isWhole ? Number.isSafeInteger(value) : Number.isFinite(value);
    if (!isRead) faults[name] = isWhole ? 'Enter a whole number.' : 'Enter a number.';
    return isRead ? value : undefined;
  };
  const maxOutputTokens = number('maxOutputTokens', draft.maxOutputTokens, true);
  if (maxOutputTokens !== undefined && (maxOutputTokens < 1 || maxOutputTokens > most)) {
    faults.maxOutputTokens = `Enter 1 to ${most.toLocaleString('en')}.`;
  }
  const options = {
    temperature: number('temperature', draft.temperature),
    top_p: number('top_p', draft.topP),
    seed: number('seed', draft.seed, true),
    reasoning: draft.effort === '' ? undefined : { effort: draft.effort },
    stop: draft.stop === '' ? undefined : draft.stop.split('\n').filter((text) => text !== ''),
  };
  const sent = OPTIONS.filter((name) => takes(model, name) && options[name] !== undefined);
  const messages = draft.messages.map(({ role, content, kept }) => kept ?? { role, content });
  const isEmpty = draft.messages.some(({ content, kept }) => !kept && content === '');
  if (isEmpty || maxOutputTokens === undefined || Object.keys(faults).length > 0) return { faults };
  const body = {
    ...{ model: draft.model, messages: messages as Message[], maxOutputTokens },
    ...Object.fromEntries(sent.map((name) => [name, options[name]])),
    ...draft.rest,
  };
  return { body, faults };
}
