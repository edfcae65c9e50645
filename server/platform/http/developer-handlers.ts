/** The handlers of the developer API: its operations, and which of them anybody may call. */
import type { operations } from '../../../openapi/generated/developer.ts';
import type { Principal } from '../../keys/index.ts';
import type { HandlerOf, InputOf, ReplyOf } from './handlers.ts';

export type Handler<Id extends keyof operations> = HandlerOf<operations, Id, Principal>;
export type Input<Id extends keyof operations> = InputOf<operations, Id, Principal>;
/** What every request has, whatever its operation. */
export type AnyInput = Omit<Input<KeyedOperation>, 'params' | 'query' | 'body' | 'requestKey'>;
export type Reply<Id extends keyof operations> = ReplyOf<operations, Id>;

/** A handler for every operation that needs a key. */
export type Handlers = { [Id in KeyedOperation]: Handler<Id> };

/** Operations that anybody may call are the service's own; see `service.ts`. */
export type OpenOperation =
  | 'getLiveness'
  | 'getReadiness'
  | 'getOpenApiDocument'
  | 'getDocs'
  | 'getClientPackage'
  | 'getDocsIndex'
  | 'getGuide'
  | 'getProblemDocs';
export type KeyedOperation = Exclude<keyof operations, OpenOperation | WebhookOperation>;
/** Receivers answer these. */
type WebhookOperation = `receive${string}`;
