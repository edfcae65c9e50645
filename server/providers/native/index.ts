/** The common part of the adapters for APIs that are not chat completions. */
export { thinkingBudget } from './effort.ts';
export {
  type Adapter,
  type Auth,
  createNativeProvider,
  type ModelSettings,
  type NativeOptions,
  type WireRequest,
} from './provider.ts';
export {
  argumentsOf,
  createCallNames,
  createPlace,
  joinTurns,
  piecesOf,
  readDataUrl,
  type Turn,
  type TurnPiece,
  textParts,
  toolId,
  withoutSystem,
} from './turns.ts';
