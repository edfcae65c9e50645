/** The Gemini API, and Gemini on Vertex AI, which takes access tokens. */
import { asList, asObject, asText, type JsonObject, parseModest } from '../../../providers/json.ts';
import type { StatusTable } from '../../../providers/refusals.ts';
import type { Translation } from '../chat-completions/answer.ts';
import { joinedTexts } from '../message-parts.ts';
import {
  type AssistantMessage,
  type ContentPart,
  type JsonValue,
  PASSED_THROUGH,
  type Submission,
  type Tool,
  type ToolCall,
  type ToolMessage,
} from '../model-provider.ts';
import {
  type Adapter,
  argumentsOf,
  createCallNames,
  createPlace,
  delta,
  joinTurns,
  type ModelSettings,
  piecesOf,
  readDataUrl,
  thinkingBudget,
  type WireRequest,
  withoutSystem,
} from '../native.ts';

/** 503 is "overloaded or down" there, which does not say that nothing ran, and neither do 500 and 504. */
const STATUSES: StatusTable = {
  page: 'https://ai.google.dev/gemini-api/docs/troubleshooting',
  refused: new Set([400, 401, 403, 404, 413]),
  busy: new Set([429]),
  // The Gemini API tells of a wrong key with 400. Its message may quote the request, and its details do not.
  isAboutCredentials: (status, { details }) =>
    status === 403 ||
    (asList(details) ?? []).some((detail) => asObject(detail)?.reason === 'API_KEY_INVALID'),
};

export const GOOGLE: Adapter = {
  dialect: {
    temporaryStatuses: new Set(),
    statuses: STATUSES,
    translation: { exactMembers: new Set(['args']), begin: beginAnswer },
  },
  toRequest,
  credentials: (key, auth) => {
    if (key === undefined) return {};
    return auth === 'token' ? { authorization: `Bearer ${key}` } : { 'x-goog-api-key': key };
  },
};

/** A submission in the form of `generateContent`: https://ai.google.dev/api/generate-content */
function toRequest(work: Submission, settings: ModelSettings): WireRequest {
  const { system, turns } = withoutSystem(work.messages);
  const names = createCallNames();
  const contents = turns.map((turn) => {
    if (turn.role === 'user') return { role: 'user', content: userParts(turn.content) };
    if (turn.role === 'tool') return { role: 'user', content: [resultPart(turn, names.nameOf)] };
    names.take(turn);
    return { role: 'model', content: assistantParts(turn) };
  });
  return {
    path: `/models/${encodeURIComponent(work.model)}:streamGenerateContent?alt=sse`,
    body: {
      contents: joinTurns(contents)
        .filter(({ content }) => content.length > 0)
        .map(({ role, content }) => ({ role, parts: content })),
      ...(system.length > 0 && {
        systemInstruction: { parts: system.map(({ text }) => ({ text })) },
      }),
      ...toolsOf(work),
      generationConfig: configOf(work, settings),
    },
  };
}

function userParts(content: string | ContentPart[]): object[] {
  return typeof content === 'string' ? [{ text: content }] : content.map(userPart);
}

function userPart(part: ContentPart): object {
  switch (part.type) {
    case 'text':
      return { text: part.text };
    case 'image_url':
      return inline(part.image_url.url);
    case 'file':
      return inline(part.file.file_data);
    case 'input_audio': {
      const { data, format } = part.input_audio;
      return { inlineData: { mimeType: `audio/${format}`, data } };
    }
  }
}

function inline(dataUrl: string): object {
  const { mediaType, base64 } = readDataUrl(dataUrl);
  return { inlineData: { mimeType: mediaType, data: base64 } };
}

function resultPart(message: ToolMessage, nameOf: (id: string) => string): object {
  const { tool_call_id: id, content } = message;
  const text = joinedTexts(content);
  const parsed = asObject(parseModest(PASSED_THROUGH, `{"arguments":${text}}`));
  // An object is the result; anything else is its `output`.
  const response = asObject(parsed?.arguments) ?? { output: text };
  return { functionResponse: { ...idOf(id), name: nameOf(id), response } };
}

/** Only ids that the provider gave. */
function idOf(id: string): { id?: string } {
  return /^call_\d+$/.test(id) ? {} : { id };
}

function assistantParts(message: AssistantMessage): object[] {
  const pieces = piecesOf(message, FORMAT);
  const signatures = new Map<unknown, string>();
  for (const piece of pieces) {
    if (piece.kind !== 'entry' || piece.entry.id === undefined) continue;
    signatures.set(piece.entry.id, asText(piece.entry.data) ?? '');
  }
  const parts: JsonObject[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'text') parts.push({ text: piece.text });
    else if (piece.kind === 'call') parts.push(callPart(piece.call, signatures.get(piece.call.id)));
    else addSigned(parts, piece.entry);
  }
  return parts;
}

function callPart(call: ToolCall, signature: string | undefined): JsonObject {
  const { id, function: called } = call;
  return {
    functionCall: { ...idOf(id), name: called.name, args: argumentsOf(call) },
    ...(signature && { thoughtSignature: signature }),
  };
}

/** The signature of a text goes back with its part of the text; thoughts go back only if they are signed. */
function addSigned(
  parts: JsonObject[],
  { type, id, data, text, signature, chars }: JsonObject,
): void {
  if (type === 'reasoning.text' && asText(signature)) {
    parts.push({ text: asText(text) ?? '', thought: true, thoughtSignature: signature! });
  }
  if (type !== 'reasoning.encrypted' || id !== undefined || !asText(data)) return;
  const before = asText(parts.at(-1)?.text) ?? '';
  const length = typeof chars === 'number' ? Math.min(chars, before.length) : 0;
  const start = before.length - length;
  if (length > 0) parts.pop();
  if (length > 0 && start > 0) parts.push({ text: before.slice(0, start) });
  parts.push({ text: length > 0 ? before.slice(start) : '', thoughtSignature: data! });
}

function toolsOf({ tools = [], toolChoice }: Submission): object {
  if (tools.length === 0) return {};
  const declarations = tools.map(({ name, description, parameters }) => ({
    ...{ name, description, parametersJsonSchema: parameters },
  }));
  const config = choiceOf(tools, toolChoice);
  return {
    tools: [{ functionDeclarations: declarations }],
    ...(config && { toolConfig: { functionCallingConfig: config } }),
  };
}

/** Strict tools are those of all calls: the mode that checks arguments against schemas. */
function choiceOf(tools: Tool[], choice: Submission['toolChoice']): object | undefined {
  if (typeof choice === 'object') {
    return { mode: 'ANY', allowedFunctionNames: [choice.function.name] };
  }
  if (choice === 'none') return { mode: 'NONE' };
  if (choice === 'required') return { mode: 'ANY' };
  if (tools.some(({ strict }) => strict)) return { mode: 'VALIDATED' };
  return choice && { mode: 'AUTO' };
}

function configOf(
  { model, maxOutputTokens, parameters = {} }: Submission,
  settings: ModelSettings,
) {
  const { temperature, top_p, stop, seed, reasoning, response_format: format } = parameters;
  const schema = format?.type === 'json_schema' ? format.json_schema.schema : undefined;
  return {
    maxOutputTokens,
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { topP: top_p }),
    ...(stop && { stopSequences: stop }),
    ...(seed !== undefined && { seed }),
    ...(format && { responseMimeType: 'application/json' }),
    ...(schema && { responseJsonSchema: schema }),
    ...(reasoning && {
      thinkingConfig: thinkingOf(reasoning.effort, model, maxOutputTokens, settings),
    }),
  };
}

function thinkingOf(
  effort: string,
  model: string,
  maxOutputTokens: number,
  { thinking = BUDGETED.test(model) ? 'budget' : 'effort' }: ModelSettings,
): object {
  const includeThoughts = effort !== 'none';
  if (thinking === 'effort') {
    return {
      thinkingLevel: LEVELS.get(effort) ?? effort.toUpperCase(),
      ...(includeThoughts && { includeThoughts }),
    };
  }
  const bounds = { least: LEAST_BUDGET, most: Math.min(MOST_BUDGET, maxOutputTokens) };
  const budget = thinkingBudget(effort, maxOutputTokens, bounds);
  return { thinkingBudget: budget, ...(budget > 0 && { includeThoughts }) };
}

/** Gemini 2.5 takes a number of tokens: https://ai.google.dev/gemini-api/docs/thinking */
const BUDGETED = /gemini-2/;
const LEAST_BUDGET = 512;
const MOST_BUDGET = 24_576;

/** Efforts that are not levels. */
const LEVELS = new Map([
  ['none', 'MINIMAL'],
  ['xhigh', 'HIGH'],
  ['max', 'HIGH'],
]);

/*
 * The events of the Gemini API, and of Vertex AI, as chunks of chat completions. Parts of other types, which only tools of
 * the provider's own produce, are left out.
 */

/** The name by which gateways call this form of reasoning entries. */
const FORMAT = 'google-gemini-v1';

function beginAnswer(): ReturnType<Translation['begin']> {
  const parts = createParts();
  return (body) => {
    const { error, responseId, modelVersion, usageMetadata, promptFeedback } = body;
    if (error !== undefined) return [{ error }];
    const [first] = asList(body.candidates) ?? [];
    const candidate = asObject(first) ?? {};
    const given = asList(asObject(candidate.content)?.parts) ?? [];
    const chunks = given.flatMap((part) => parts.take(asObject(part) ?? {}));
    const isBlocked = asText(asObject(promptFeedback)?.blockReason) !== undefined;
    const reason = asText(candidate.finishReason) ?? (isBlocked ? 'content_filter' : undefined);
    const word = reason === 'STOP' && parts.haveCalls() ? 'tool_calls' : reason;
    const counts = asObject(usageMetadata);
    return [
      {
        ...(responseId !== undefined && { id: responseId }),
        ...(modelVersion !== undefined && { model: modelVersion }),
        ...(counts && { usage: toUsage(counts) }),
      },
      ...chunks,
      ...(word === undefined ? [] : [{ choices: [{ delta: {}, finish_reason: word }] }]),
    ];
  };
}

/** The parts of an answer, one after the other. */
function createParts() {
  const place = createPlace();
  let entries = 0;
  /** The thought that the next one continues. */
  let thought: number | undefined;

  function textOf(text: string, signature: string | undefined): JsonObject[] {
    place.addText(text);
    const chunks = text === '' ? [] : [delta({ content: text })];
    if (signature === undefined) return chunks;
    // The signature belongs to this part of the text.
    return [...chunks, entryOf({ data: signature, chars: text.length, ...place.here() })];
  }

  function thoughtOf(text: string, signature: string | undefined): JsonObject[] {
    const begun = thought === undefined ? { format: FORMAT, ...place.here() } : {};
    thought ??= entries++;
    const entry = { type: 'reasoning.text', text, index: thought, ...begun };
    return [delta({ reasoning_details: [{ ...entry, ...(signature && { signature }) }] })];
  }

  function callOf(call: JsonObject, signature: string | undefined): JsonObject[] {
    const index = place.calls();
    place.addCall();
    const id = asText(call.id) ?? ownId(index);
    const called = { name: call.name ?? '', arguments: call.args ?? '{}' };
    return [
      delta({ tool_calls: [{ index, id, function: called }] }),
      ...(signature === undefined ? [] : [entryOf({ data: signature, id })]),
    ];
  }

  function entryOf(members: JsonObject): JsonObject {
    const entry = { type: 'reasoning.encrypted', format: FORMAT, index: entries++ };
    return delta({ reasoning_details: [{ ...entry, ...members }] });
  }

  return {
    haveCalls: () => place.calls() > 0,
    take(part: JsonObject): JsonObject[] {
      const signature = asText(part.thoughtSignature);
      if (part.thought === true) return thoughtOf(asText(part.text) ?? '', signature);
      thought = undefined;
      const call = asObject(part.functionCall);
      if (call) return callOf(call, signature);
      return typeof part.text === 'string' ? textOf(part.text, signature) : [];
    },
  };
}

/** The id of a call to which the provider gave none. */
function ownId(position: number): string {
  return `call_${position}`;
}

/**
 * Thoughts are generated, and billed like the answer; what tools of the provider add to the prompt is billed like the
 * prompt: https://ai.google.dev/gemini-api/docs/pricing. Counts of zero are left out there, so the total says more.
 */
function toUsage(counts: JsonObject): JsonObject {
  const { promptTokenCount: prompt, toolUsePromptTokenCount: added, totalTokenCount } = counts;
  const { candidatesTokenCount: spoken, thoughtsTokenCount: thoughts } = counts;
  const { cachedContentTokenCount: cached } = counts;
  const whole = sumOf(prompt, added);
  const total = sumOf(totalTokenCount);
  const generated =
    sumOf(spoken, thoughts) ??
    (total !== undefined && whole !== undefined && total >= whole ? total - whole : undefined);
  return {
    ...(whole !== undefined && { prompt_tokens: whole }),
    ...(generated !== undefined && { completion_tokens: generated }),
    ...(total !== undefined && { total_tokens: total }),
    prompt_tokens_details: { ...(cached !== undefined && { cached_tokens: cached }) },
    completion_tokens_details: { ...(thoughts !== undefined && { reasoning_tokens: thoughts }) },
  };
}

function sumOf(...counts: (JsonValue | undefined)[]): number | undefined {
  const known = counts.filter((count) => typeof count === 'number');
  return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0);
}
