/** A submission in the form of Converse: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
import { writeJson } from '../../../platform/lib/json.ts';
import { asText, type JsonObject } from '../chat-completions/index.ts';
import type { CacheControl, ContentPart, JsonValue, Submission, Tool } from '../model-provider.ts';
import {
  argumentsOf,
  argumentsSchema,
  joinTurns,
  type ModelSettings,
  piecesOf,
  readDataUrl,
  type Turn,
  type TurnPiece,
  textParts,
  thinkingBudget,
  toolId,
  type WireRequest,
  withoutSystem,
} from '../native/index.ts';
import { FORMAT } from './answer.ts';

export function toRequest(work: Submission, settings: ModelSettings): WireRequest {
  const { model, maxOutputTokens, parameters = {} } = work;
  const { system, turns } = withoutSystem(work.messages);
  const { temperature, top_p, stop, response_format: format } = parameters;
  const thinking = thinkingOf(work, settings);
  return {
    path: `/model/${encodeURIComponent(model)}/converse-stream`,
    body: {
      messages: joinTurns(turns.map(turnOf)).filter(({ content }) => content.length > 0),
      ...(system.length > 0 && { system: system.flatMap(userBlocks) }),
      inferenceConfig: {
        maxTokens: maxOutputTokens,
        ...(temperature !== undefined && { temperature }),
        ...(top_p !== undefined && { topP: top_p }),
        ...(stop && { stopSequences: stop }),
      },
      ...toolsOf(work),
      ...(format?.type === 'json_schema' && { outputConfig: formatOf(format.json_schema) }),
      ...(thinking && { additionalModelRequestFields: thinking }),
    },
  };
}

function turnOf(turn: Turn): { role: string; content: object[] } {
  switch (turn.role) {
    case 'user':
      return {
        role: 'user',
        content:
          typeof turn.content === 'string'
            ? [{ text: turn.content }]
            : turn.content.flatMap(userBlocks),
      };
    case 'assistant':
      return { role: 'assistant', content: piecesOf(turn, FORMAT).flatMap(assistantBlock) };
    case 'tool': {
      const parts = textParts(turn.content);
      const content = parts.map(({ text }) => ({ text }));
      const result = { toolUseId: toolId(turn.tool_call_id), content, status: 'success' };
      const cached = parts.findLast(({ cache_control: cache }) => cache)?.cache_control;
      return { role: 'user', content: [{ toolResult: result }, ...cachePoint(cached)] };
    }
  }
}

/** The part, and a mark behind it if it is to be cached. */
function userBlocks(part: ContentPart): object[] {
  return [userBlock(part), ...cachePoint(part.cache_control)];
}

function cachePoint(cache: CacheControl | undefined): object[] {
  if (!cache) return [];
  return [{ cachePoint: { type: 'default', ...(cache.ttl && { ttl: cache.ttl }) } }];
}

function userBlock(part: ContentPart): object {
  switch (part.type) {
    case 'text':
      return { text: part.text };
    case 'image_url': {
      const { mediaType, base64 } = readDataUrl(part.image_url.url);
      return { image: { format: mediaType.slice('image/'.length), source: { bytes: base64 } } };
    }
    case 'file': {
      const { mediaType, base64 } = readDataUrl(part.file.file_data);
      const format = FORMATS.get(mediaType) ?? 'txt';
      return { document: { format, name: nameOf(part.file.filename), source: { bytes: base64 } } };
    }
    case 'input_audio':
      throw new Error('Converse takes no sound.');
  }
}

const FORMATS = new Map([
  ['application/pdf', 'pdf'],
  ['text/markdown', 'md'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
]);

/** Names of documents have letters, digits, single blanks, hyphens and brackets. */
function nameOf(filename: string): string {
  const name = filename.replaceAll(/[^A-Za-z0-9()[\] -]+/g, '-').replaceAll(/ {2,}/g, ' ');
  return name.slice(0, 200);
}

function assistantBlock(piece: TurnPiece): object | [] {
  switch (piece.kind) {
    case 'text':
      return piece.text.trim() === '' ? [] : { text: piece.text };
    case 'call': {
      const { id, function: called } = piece.call;
      const input = argumentsOf(piece.call);
      return { toolUse: { toolUseId: toolId(id), name: called.name, input } };
    }
    case 'entry':
      return reasoningBlock(piece.entry) ?? [];
  }
}

function reasoningBlock({ type, text, signature, data }: JsonObject): object | undefined {
  if (type === 'reasoning.encrypted' && asText(data)) {
    return { reasoningContent: { redactedContent: data } };
  }
  if (type !== 'reasoning.text') return undefined;
  const signed = asText(signature) ? { signature } : {};
  return { reasoningContent: { reasoningText: { text: asText(text) ?? '', ...signed } } };
}

function toolsOf({ tools = [], toolChoice }: Submission): object {
  if (tools.length === 0) return {};
  const specs = tools.flatMap(({ cache_control, ...tool }) => [
    { toolSpec: specOf(tool) },
    ...cachePoint(cache_control),
  ]);
  return {
    toolConfig: { tools: specs, ...(toolChoice && { toolChoice: choiceOf(toolChoice) }) },
  };
}

function specOf({ name, description, parameters, strict }: Tool): object {
  return {
    name,
    // An empty description is refused.
    ...(description !== '' && { description }),
    inputSchema: { json: argumentsSchema(parameters) },
    ...(strict !== undefined && { strict }),
  };
}

function choiceOf(choice: NonNullable<Submission['toolChoice']>): object {
  if (typeof choice === 'object') return { tool: { name: choice.function.name } };
  return choice === 'required' ? { any: {} } : { auto: {} };
}

function formatOf({
  name,
  description,
  schema,
}: {
  name: string;
  description?: string;
  schema: JsonValue;
}) {
  const jsonSchema = {
    name,
    ...(description !== undefined && { description }),
    schema: writeJson(schema),
  };
  return { textFormat: { type: 'json_schema', structure: { jsonSchema } } };
}

/** Converse has no effort: each family of models has members of its own. */
function thinkingOf(
  { model, maxOutputTokens, parameters = {} }: Submission,
  settings: ModelSettings,
) {
  const effort = parameters.reasoning?.effort;
  if (effort === undefined) return undefined;
  if (model.includes('nova')) {
    return {
      reasoningConfig:
        effort === 'none'
          ? { type: 'disabled' }
          : { type: 'enabled', maxReasoningEffort: LEVELS.get(effort) ?? effort },
    };
  }
  if (!model.includes('anthropic')) return { reasoning_effort: LEVELS.get(effort) ?? effort };
  if (effort === 'none') return { thinking: { type: 'disabled' } };
  const { thinking = BUDGETED.test(model) ? 'budget' : 'effort' } = settings;
  if (thinking === 'effort') {
    const word = effort === 'minimal' ? 'low' : effort;
    return { thinking: { type: 'adaptive' }, output_config: { effort: word } };
  }
  const bounds = { least: 1_024, most: maxOutputTokens - 1 };
  const budget = thinkingBudget(effort, maxOutputTokens, bounds);
  const mode = budget > 0 ? { type: 'enabled', budget_tokens: budget } : { type: 'disabled' };
  return { thinking: mode };
}

/** Claude before 4.6 takes no effort. */
const BUDGETED = /claude-3|-4-(0|1|5|2025\d{4})(?!\d)/;

const LEVELS = new Map([
  ['minimal', 'low'],
  ['xhigh', 'high'],
  ['max', 'high'],
]);
