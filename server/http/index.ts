/** The HTTP side of the service: the app, and what the handlers of its operations look like. */
export { type App, type AppOptions, createApp } from './app.ts';
export { createDocs, type Docs } from './docs.ts';
export type { Handler, Handlers, Input, Reply } from './handlers.ts';
export type { ApiDocument } from './operations.ts';
