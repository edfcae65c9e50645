/** What the app needs to serve an API: its contract, its gate and its handlers. */
import type { NetworkOf } from '../lib/attempts.ts';
import type { Rates } from '../rates/index.ts';
import type { AnyHandler } from './adapter.ts';
import type { Gate } from './intake.ts';
import type { ApiDocument } from './operations.ts';

export interface Api {
  document: ApiDocument;
  gate: Gate;
  /** By operationId; one for each operation of the document. */
  handlers: Record<string, AnyHandler>;
  /** Headers of every answer that does not set them. */
  cacheControl: string;
}

/** What is known of the app only while it runs. */
export interface ApiContext {
  /** Without a trailing slash. */
  publicUrl: () => string;
  /** Which addresses count as one. */
  networkOf: NetworkOf;
  rates: Rates;
  /** Fires when the app is about to stop. */
  leaving: AbortSignal;
  /** Fires when waiting callers have to get the current state. */
  closing: AbortSignal;
}
