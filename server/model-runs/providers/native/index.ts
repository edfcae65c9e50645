/** The common part of the adapters for APIs that are not chat completions. */
export {
  type Adapter,
  type Auth,
  createNativeProvider,
  type ModelSettings,
  type NativeOptions,
  thinkingBudget,
  type WireRequest,
} from './provider.ts';
export {
  argumentsOf,
  argumentsSchema,
  createCallNames,
  createPlace,
  delta,
  joinTurns,
  piecesOf,
  readDataUrl,
  type Turn,
  type TurnPiece,
  textParts,
  toolId,
  withoutSystem,
} from './turns.ts';
