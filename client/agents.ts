/** Conversations with tools. A separate entry point: programs that only create runs do not load them. */
export type { Conversation, FinishedConversation } from './conversation.ts';
export { CreditLimitError, TurnLimitError } from './conversation-errors.ts';
export { type ConverseOptions, type ConverseRequest, converse } from './converse.ts';
export type { ComputeJobTerms, JobOfCall } from './job-calls.ts';
export type { OutputOf, StandardSchema } from './standard-schema.ts';
export type { ToolRunTerms } from './tool-calls.ts';
export {
  type AnyJobTool,
  type AnyTool,
  type JobTool,
  jobTool,
  type SchemaJobTool,
  type SchemaTool,
  type Tool,
  type ToolContext,
  tool,
} from './tools.ts';
