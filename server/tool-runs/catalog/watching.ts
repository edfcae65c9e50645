/**
 * Reads the tools file again whenever it or a file that it names has changed, by regular checks of each: they also
 * notice files that were replaced as a whole, on any file system. If a file is unreadable, the previous content stays
 * in use.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FileServer, readToolsFile, type ToolsFileOptions } from './tools-file.ts';

export interface WatchedFile {
  /** Their state when the file was last read. */
  servers(): readonly FileServer[];
  /** Calls the listener with the servers after each change, and again if that rejects. */
  watch(watching: Watching): { stop(): Promise<void> };
}

export interface Watching {
  onChanged: (servers: readonly FileServer[]) => Promise<void>;
  onFault: (message: string, error: unknown) => void;
  everyMs?: number;
}

const LOOK_EVERY_MS = 1_000;

/** Throws if the file is unreadable now. */
export async function openToolsFile(options: Omit<ToolsFileOptions, 'read'>): Promise<WatchedFile> {
  /** The digest of each read file; for a missing one, its error. */
  let seen = new Map<string, string>();
  let servers: readonly FileServer[] = [];

  async function readAll(): Promise<void> {
    const now = new Map<string, string>();
    try {
      ({ servers } = await readToolsFile({ ...options, read: (path) => readNoted(path, now) }));
    } finally {
      seen = now;
    }
  }

  async function hasChanged(): Promise<boolean> {
    for (const [path, digest] of seen) {
      const now = new Map<string, string>();
      await readNoted(path, now).catch(() => {});
      if (now.get(path) !== digest) return true;
    }
    return false;
  }

  async function watchUntil(stopping: AbortSignal, watching: Watching): Promise<void> {
    const { onChanged, onFault, everyMs = LOOK_EVERY_MS } = watching;
    let isReported = true;
    while (!stopping.aborted) {
      await sleep(everyMs, undefined, { signal: stopping, ref: false }).catch(() => {});
      if (stopping.aborted) return;
      const isNew = await hasChanged();
      if (isReported && !isNew) continue;
      try {
        if (isNew) await readAll();
        isReported = false;
        await onChanged(servers);
        isReported = true;
      } catch (error) {
        onFault('the tools file could not be read again', error);
      }
    }
  }

  await readAll();
  return {
    servers: () => servers,
    watch(watching) {
      const stopping = new AbortController();
      const ended = watchUntil(stopping.signal, watching);
      return {
        async stop() {
          stopping.abort();
          await ended;
        },
      };
    },
  };
}

async function readNoted(path: string, noted: Map<string, string>): Promise<string> {
  try {
    const text = await readFile(path, 'utf8');
    noted.set(path, createHash('sha256').update(text).digest('base64'));
    return text;
  } catch (error) {
    noted.set(path, String((error as NodeJS.ErrnoException).code));
    throw error;
  }
}
