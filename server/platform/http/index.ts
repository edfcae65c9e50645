/** The HTTP side of the service: the app, and the types of its operations' handlers. */
export { type App, type AppOptions, createApp } from './app.ts';
export type {
  BrowserClient,
  DashboardApiOptions,
  DashboardHandlers,
  DashboardInput,
  DashboardReply,
  Member,
  User,
} from './dashboard-api.ts';
export type { AnyInput, Handler, Handlers, Input, Reply } from './developer-api.ts';
export {
  type At,
  type ClientPackages,
  createClientPackages,
  createDocs,
  type Docs,
  type DocsFolder,
  readClientPackages,
  readDocsFolder,
} from './docs.ts';
export { type RangedFile, rangedReply } from './downloads.ts';
export { createBodyBudget } from './intake.ts';
export type { ApiDocument } from './operations.ts';
export { type Operator, type OperatorHandlers, PROOF_MS } from './operator-api.ts';
export { NOT_BUILT, readWebApp, type WebApp } from './web-app.ts';
