/**
 * Reads the tools file again whenever it or a file that it names has changed, by a look at each of them now and then: that
 * also notices files that were replaced as a whole, on any file system. What cannot be read leaves what was read before.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FileServer, readToolsFile, type ToolsFileOptions } from './tools-file.ts';

export interface WatchedFile {
  /** As they were when the file was read last. */
  servers(): readonly FileServer[];
  /** Calls with the servers after each change, and again where that rejects. */
  watch(watching: Watching): { stop(): Promise<void> };
}

export interface Watching {
  onChanged: (servers: readonly FileServer[]) => Promise<void>;
  onFault: (message: string, error: unknown) => void;
  everyMs?: number;
}

const LOOK_EVERY_MS = 1_000;

/** Throws if the file cannot be read now. */
export async function openToolsFile(options: Omit<ToolsFileOptions, 'read'>): Promise<WatchedFile> {
  /** The digest of each file that was read; of a missing one its error. */
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
