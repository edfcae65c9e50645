/**
 * Reads the tools of servers and saves them: at the start, regularly, and when a server says that its tools have
 * changed, though never more often than every few seconds. If a server is unreachable, its saved tools stay.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../platform/db/pool.ts';
import type { ToolProvider } from '../providers/tool-provider.ts';
import { saveDefinitions, type ToolCatalog } from './catalog.ts';
import type { SavedTools } from './definition-store.ts';

export type SyncedProvider = Pick<ToolProvider, 'name' | 'listTools' | 'onToolsChanged'>;

export interface SyncingOptions {
  db: Db;
  catalog: Pick<ToolCatalog, 'refresh'>;
  /** Called for what an operator has to check. */
  onChanged: (server: string, saved: SavedTools) => void;
  onFault: (message: string, error: unknown) => void;
  everyMs?: number;
}

export interface Syncing {
  /** Reads from these servers from now on, and from no others. */
  follow(providers: readonly SyncedProvider[]): void;
  stop(): Promise<void>;
}

const SYNC_EVERY_MS = 60_000;
const LEAST_PAUSE_MS = 5_000;
const LIST_WITHIN_MS = 30_000;

/** Throws if the server is unreachable. */
export async function syncTools(
  { db, catalog }: Pick<SyncingOptions, 'db' | 'catalog'>,
  provider: SyncedProvider,
  signal: AbortSignal = new AbortController().signal,
): Promise<SavedTools & { tools: number }> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(LIST_WITHIN_MS)]);
  const listing = await provider.listTools(within);
  const saved = await db.transaction((tx) => saveDefinitions(tx, provider.name, listing));
  await catalog.refresh();
  return { tools: listing.tools.length, ...saved };
}

export function startSyncing(options: SyncingOptions): Syncing {
  const followed = new Map<SyncedProvider, AbortController>();
  const loops = new Set<Promise<void>>();

  function begin(provider: SyncedProvider): void {
    const stopping = new AbortController();
    followed.set(provider, stopping);
    const loop = syncUntil(options, provider, stopping.signal).finally(() => loops.delete(loop));
    loops.add(loop);
  }

  function end(provider: SyncedProvider): void {
    followed.get(provider)?.abort();
    followed.delete(provider);
  }

  return {
    follow(providers) {
      for (const provider of [...followed.keys()]) if (!providers.includes(provider)) end(provider);
      for (const provider of providers) if (!followed.has(provider)) begin(provider);
    },
    async stop() {
      for (const provider of [...followed.keys()]) end(provider);
      await Promise.all(loops);
    },
  };
}

async function syncUntil(
  options: SyncingOptions,
  provider: SyncedProvider,
  stopping: AbortSignal,
): Promise<void> {
  const { onChanged, onFault, everyMs = SYNC_EVERY_MS } = options;
  let changed = new AbortController();
  provider.onToolsChanged?.(() => changed.abort());
  while (!stopping.aborted) {
    changed = new AbortController();
    try {
      const saved = await syncTools(options, provider, stopping);
      if (saved.changed.length + saved.gone.length > 0 || saved.isLeftOutNew)
        onChanged(provider.name, saved);
    } catch (error) {
      if (!stopping.aborted) onFault(`the tools of ${provider.name} could not be synced`, error);
    }
    await pause(LEAST_PAUSE_MS, stopping);
    await pause(everyMs - LEAST_PAUSE_MS, AbortSignal.any([stopping, changed.signal]));
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
