/** The HTTP side of the service: the app, and the types of its operations' handlers. */
export { type App, type AppOptions, createApp } from './app.ts';
export { createBodyBudget } from './body-budget.ts';
export { type ClientPackage, createClientPackage, readClientPackage } from './client-package.ts';
export type {
  DashboardApiOptions,
  DashboardHandlers,
  DashboardInput,
  DashboardReply,
} from './dashboard-api.ts';
export type { AnyInput, Handler, Handlers, Input, Reply } from './developer-handlers.ts';
export {
  type At,
  createDocs,
  createTexts,
  type Docs,
  type GuideTexts,
  type ServedTexts,
} from './docs.ts';
export type { ApiDocument } from './operations.ts';
export { type RangedFile, rangedReply } from './ranges.ts';
export type { BrowserClient, Member, User } from './session-gate.ts';
export { NOT_BUILT, readWebApp, type WebApp } from './web-app.ts';
