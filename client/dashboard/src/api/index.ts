export * from './account.ts';
export * from './alerts.ts';
export { isReached, queries, randomKey } from './client.ts';
export * from './compute.ts';
export type {
  AcceptInvitation,
  Alert,
  AlertSettings,
  ApiKey,
  AuditEvent,
  AutoRecharge,
  Catalog,
  ChargedGroup,
  ComputeEnvironment,
  ComputeJob,
  CreateApiKey,
  CreateDestination,
  CreatedApiKey,
  CreatedWebhookEndpoint,
  CreateMadeExport,
  CreateModelRun,
  CreateSavedExport,
  CreateWebhookEndpoint,
  Customer,
  CustomerBudget,
  CustomerGrant,
  CustomerMonths,
  DefaultBudgetsInput,
  Destination,
  DestinationTest,
  Entry,
  Invitation,
  InvitationPreview,
  JobDetail,
  JobProgram,
  JobRow,
  JobTerms,
  JobText,
  MadeExport,
  Me,
  Member,
  Model,
  ModelHealth,
  ModelRun,
  OwnSession,
  Payment,
  Playground,
  Problem,
  PromptDiff,
  PromptRow,
  PromptScore,
  PromptVersion,
  PromptVersionRow,
  PromptVersionUsage,
  Quota,
  Role,
  RunDetail,
  RunSummary,
  SaidMessage,
  SavedExport,
  ScopeInput,
  ScoreRow,
  SentMessage,
  SentPart,
  SentRequest,
  Session,
  ShownTool,
  SignInMethods,
  SignUpPreview,
  Span,
  SpendingCustomer,
  SpendingCustomerList,
  StartedSecondFactor,
  StateChange,
  Statement,
  ToolCall,
  ToolRun,
  Trace,
  TraceSpan,
  TraceSummary,
  Turn,
  UpdateApiKey,
  UpdateDestination,
  Usage,
  UsageBucket,
  UsageTotal,
  Wallet,
  WebhookDelivery,
  WebhookEndpoint,
  Workspace,
  WorkspaceQuotas,
} from './contract.ts';
export * from './customers.ts';
export * from './destinations.ts';
export * from './exports.ts';
export * from './keys.ts';
export {
  type ChildKind,
  type DetailOf,
  hasOwn,
  KINDS,
  kindOf,
  kindOfId,
  type RowOf,
  RUN_KINDS,
  type RunFilters,
  type RunKind,
  type RunListRow,
  type RunState,
  subjectOf,
  titleOfKind,
} from './kinds.ts';
export { allRows } from './paging.ts';
export * from './people.ts';
export * from './playground.ts';
export {
  faultsByField,
  hasCode,
  isPassing,
  isProblem,
  retryAtOf,
  sayProblem,
  Unreachable,
} from './problems.ts';
export * from './prompts.ts';
export * from './run.ts';
export * from './runs.ts';
export { isTerminal } from './runs-feed.ts';
export * from './scores.ts';
export { connection, createSignal, session, useSignal } from './signals.ts';
export * from './tools.ts';
export * from './traces.ts';
export { unsaved, unsavedForms } from './unsaved.ts';
export * from './views.ts';
export * from './wallet.ts';
export * from './webhooks.ts';
export * from './workspace.ts';
