/** Converts the messages and tools of a chat completion to those of a run. Refuses, by name, what would be lost. */
import type { Message, ToolDefinition } from './contract.ts';
import { checkMembers, isRecord, NotCarried } from './openai-shape.ts';

type Members = Record<string, unknown>;

/** What packages add to a model's message and send back with it: it repeats the content, or names their agent. */
const ADDED_TO_ANSWER = ['parsed', 'annotations', 'name'];
const ADDED_TO_CALL = ['parsed_arguments', 'index'];

const KNOWN = new Map<unknown, readonly string[]>([
  ['system', ['role', 'content']],
  ['user', ['role', 'content']],
  ['tool', ['role', 'content', 'tool_call_id', 'name']],
  [
    'assistant',
    ['role', 'content', 'refusal', 'tool_calls', 'reasoning_details', ...ADDED_TO_ANSWER],
  ],
]);

export function messagesOf(messages: unknown): Message[] {
  if (!Array.isArray(messages)) throw new NotCarried('messages', "'messages' must be a list.");
  return messages.map((message, index) => messageOf(message, `messages[${index}]`));
}

function messageOf(message: unknown, at: string): Message {
  const members = isRecord(message) ? message : {};
  const role = members.role === 'developer' ? 'system' : members.role;
  const known = KNOWN.get(role);
  if (!known) {
    throw new NotCarried(
      `${at}.role`,
      `'${at}.role' must be ${[...KNOWN.keys()].join(', ')} or developer.`,
    );
  }
  checkMembers(members, known, at);
  const { content, refusal, tool_calls: calls, ...rest } = withoutNulls(members);
  if (role === 'assistant') for (const name of ADDED_TO_ANSWER) delete rest[name];
  return {
    ...rest,
    role,
    ...(content !== undefined && (role === 'user' ? { content } : wordsOf(content, at))),
    ...(refusal !== undefined && { refusal }),
    ...(Array.isArray(calls) &&
      calls.length > 0 && {
        tool_calls: calls.map((call, index) => callOf(call, `${at}.tool_calls[${index}]`)),
      }),
  } as Message;
}

/** Joins a list of texts if a run takes only one; the text of a refusal is separate. */
function wordsOf(content: unknown, at: string): Members {
  if (!Array.isArray(content)) return { content };
  const texts: Record<'text' | 'refusal', string[]> = { text: [], refusal: [] };
  for (const [index, part] of content.entries()) {
    const { type } = part ?? {};
    if ((type !== 'text' && type !== 'refusal') || typeof part[type] !== 'string') {
      const param = `${at}.content[${index}]`;
      throw new NotCarried(
        param,
        `'${param}' must be a text: only user messages have other parts.`,
      );
    }
    checkMembers(part, ['type', type], `${at}.content[${index}]`);
    texts[type as 'text'].push(part[type]);
  }
  return {
    content: texts.text.join('\n'),
    ...(texts.refusal.length > 0 && { refusal: texts.refusal.join('\n') }),
  };
}

function callOf(call: unknown, at: string): Members {
  const { type = 'function', id, function: called, ...rest } = isRecord(call) ? call : {};
  if (type !== 'function' || !isRecord(called)) {
    throw new NotCarried(`${at}.type`, `'${at}' must be a call of a function.`);
  }
  checkMembers(rest, ADDED_TO_CALL, at);
  checkMembers(called, ['name', 'arguments', ...ADDED_TO_CALL], `${at}.function`);
  const { name, arguments: text } = called;
  return { id, type, function: { name, arguments: text } };
}

export function toolsOf(tools: unknown): ToolDefinition[] {
  if (!Array.isArray(tools)) throw new NotCarried('tools', "'tools' must be a list.");
  return tools.map((tool, index) => {
    const at = `tools[${index}]`;
    const { type, function: definition, ...rest } = isRecord(tool) ? tool : {};
    if (type !== 'function' || !isRecord(definition)) {
      throw new NotCarried(`${at}.type`, `'${at}' must be a function: runs have no other tools.`);
    }
    checkMembers(rest, [], at);
    const known = ['name', 'description', 'parameters', 'strict'];
    checkMembers(definition, known, `${at}.function`);
    const { name, description = '', parameters, strict } = withoutNulls(definition);
    return {
      name,
      description,
      parameters: parameters ?? { type: 'object', properties: {} },
      ...(strict !== undefined && { strict }),
    } as ToolDefinition;
  });
}

/** Packages write null for an absent member: one request must not have two forms. */
export function withoutNulls(value: Members): Members {
  const present = Object.entries(value).filter(
    ([, member]) => member !== null && member !== undefined,
  );
  return Object.fromEntries(present);
}
