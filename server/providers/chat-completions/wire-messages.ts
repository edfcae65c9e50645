/**
 * Messages and tools as the chat-completions wire has them. Member by member, so that nothing goes out that
 * the port does not know; contents, identifiers and argument texts go out as they are.
 */
import type {
  AssistantMessage,
  JsonValue,
  Message,
  Submission,
  ToolCall,
  ToolChoice,
} from '../port.ts';

export interface WireTool {
  type: 'function';
  function: { name: string; description: string; parameters: { [member: string]: JsonValue } };
}

export interface WireTools {
  tools?: WireTool[];
  tool_choice?: ToolChoice;
  parallel_tool_calls?: boolean;
}

/** `reasoning`: whether the receiver takes `reasoning_details` back. */
export function toWireMessages(messages: Message[], reasoning: 'sent' | 'left_out'): Message[] {
  return messages.map((message) => toWireMessage(message, reasoning === 'sent'));
}

function toWireMessage(message: Message, withReasoning: boolean): Message {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content };
    case 'tool':
      return { role: 'tool', tool_call_id: message.tool_call_id, content: message.content };
    case 'assistant':
      return toWireAssistant(message, withReasoning);
  }
}

function toWireAssistant(message: AssistantMessage, withReasoning: boolean): AssistantMessage {
  const { content, tool_calls: calls, reasoning_details: reasoning } = message;
  return {
    role: 'assistant',
    ...(content === undefined ? {} : { content }),
    ...(calls && calls.length > 0 ? { tool_calls: calls.map(toWireCall) } : {}),
    ...(withReasoning && reasoning && reasoning.length > 0 ? { reasoning_details: reasoning } : {}),
  };
}

function toWireCall({ id, function: { name, arguments: text } }: ToolCall): ToolCall {
  return { id, type: 'function', function: { name, arguments: text } };
}

export function toWireTools(submission: Submission): WireTools {
  const { tools, toolChoice, parallelToolCalls } = submission;
  if (!tools || tools.length === 0) return {};
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
    ...(toolChoice === undefined ? {} : { tool_choice: toWireChoice(toolChoice) }),
    ...(parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls }),
  };
}

function toWireChoice(choice: ToolChoice): ToolChoice {
  if (typeof choice === 'string') return choice;
  return { type: 'function', function: { name: choice.function.name } };
}
