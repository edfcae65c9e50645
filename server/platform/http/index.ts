/** The HTTP side of the service: the app, and the types of its operations' handlers. */
export { type App, type AppOptions, createApp } from './app.ts';
export type {
  BrowserClient,
  DashboardHandlers,
  DashboardInput,
  DashboardReply,
  Member,
} from './dashboard-api.ts';
export type { AnyInput, Handlers, Input } from './developer-api.ts';
export {
  createClientPackages,
  createDocs,
  type DocsFolder,
  readClientPackages,
  readDocsFolder,
} from './docs.ts';
export { rangedReply } from './downloads.ts';
export { createBodyBudget } from './intake.ts';
export type { ApiDocument } from './operations.ts';
export { type Operator, type OperatorHandlers, PROOF_MS } from './operator-api.ts';
export { NOT_BUILT, readWebApp } from './web-app.ts';
