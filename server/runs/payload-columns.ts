/** The columns of runs that have content, as they are encrypted: each text is bound to its run. */
import type { Columns } from '../db/encryption/index.ts';

interface Located {
  workspace: string;
  id: string;
}

export const REQUEST: Columns<Located & { request: string | null }> = {
  table: 'run_payload',
  columns: ['request'],
  at: ({ workspace, id }) => ({ workspace, key: id }),
};

export const RESPONSE: Columns<Located & { response: string | null }> = {
  table: 'run_payload',
  columns: ['response'],
  at: ({ workspace, id }) => ({ workspace, key: id }),
};

export const PAYLOAD: Columns<Located & { request: string | null; response: string | null }> = {
  table: 'run_payload',
  columns: ['request', 'response'],
  at: ({ workspace, id }) => ({ workspace, key: id }),
};
