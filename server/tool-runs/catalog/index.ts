/** Tools for sale: definitions by their hash, the operator's terms, and the checks of their schemas. */

export { compileSchema, type SchemaCheck } from '../../platform/lib/input-schema.ts';
export {
  type CatalogTool,
  checksOf,
  createToolCatalog,
  type ShownTool,
  saveDefinitions,
  TAKEN_WITHIN_MS,
  type ToolCatalog,
  type ToolServer,
} from './catalog.ts';
export type { ToolPricing, ToolTerms } from './definition.ts';
export {
  approveTool,
  type SavedTools,
  selectLeftOut,
  selectTools,
  selectVersions,
  type ToolRow,
  type ToolVersions,
} from './definition-store.ts';
export { type SyncedProvider, type Syncing, startSyncing, syncTools } from './syncing.ts';
export { type FileServer, parseToolsFile, type ToolsFileOptions } from './tools-file.ts';
export { hasServer, withoutServer, withServer, writeToolsFile } from './tools-file-changes.ts';
export { openToolsFile, type WatchedFile } from './watching.ts';
