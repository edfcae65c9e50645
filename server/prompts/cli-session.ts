/** What the commands for prompts use: a workspace, and files. */
import { readFile } from 'node:fs/promises';
import { withParts } from '../cli/session.ts';
import { StartError } from '../platform/lib/errors.ts';
import { parseExact } from '../platform/lib/json.ts';
import { findWorkspace } from '../workspaces/index.ts';
import type { Caller, Prompts } from './index.ts';

/** The caller for what an operator does on behalf of a workspace. */
export function withPrompts<T>(
  workspace: string,
  work: (prompts: Prompts, caller: Caller) => Promise<T>,
): Promise<T> {
  return withParts(async ({ db, parts: { prompts } }) => {
    const { id } = await findWorkspace(db, workspace);
    return work(prompts, { workspace: id, movesProtected: true });
  });
}

export function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(`The file ${path} cannot be read (${cause.code}).`, { cause });
  });
}

/** Keeps every digit, as the API accepts it. */
export function readJson(path: string, text: string): unknown {
  try {
    return parseExact(text).value;
  } catch (cause) {
    throw new StartError(`The file ${path} is no JSON.`, { cause });
  }
}
