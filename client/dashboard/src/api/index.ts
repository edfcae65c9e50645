export { queries } from './client.ts';
export type {
  ApiKey,
  AuditEvent,
  Catalog,
  CreateApiKey,
  CreateDestination,
  CreatedApiKey,
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  Destination,
  DestinationTest,
  Entry,
  Invitation,
  InvitationPreview,
  Me,
  Member,
  Model,
  ModelRun,
  Problem,
  PromptDiff,
  PromptRow,
  PromptVersion,
  PromptVersionUsage,
  Role,
  RunDetail,
  RunSummary,
  ScopeInput,
  SentMessage,
  SentPart,
  SentRequest,
  ShownTool,
  StateChange,
  ToolCall,
  ToolRun,
  ToolRunDetail,
  ToolRunRow,
  UpdateApiKey,
  UpdateDestination,
  Usage,
  UsageBucket,
  UsageTotal,
  Wallet,
  WebhookDelivery,
  WebhookEndpoint,
  Workspace,
} from './contract.ts';
export * from './destinations.ts';
export * from './keys.ts';
export { allRows } from './paging.ts';
export * from './people.ts';
export {
  faultsByField,
  hasCode,
  isPassing,
  isProblem,
  type Said,
  sayProblem,
  Unreachable,
} from './problems.ts';
export * from './prompts.ts';
export * from './run.ts';
export * from './runs.ts';
export { isTerminal, type RunListRow } from './runs-feed.ts';
export { connection, createSignal, type Signal, session, useSignal } from './signals.ts';
export * from './tools.ts';
export * from './wallet.ts';
export * from './webhooks.ts';
export * from './workspace.ts';
