/** The comments of scores, encrypted and bound to the score. */
import type { Columns } from '../platform/db/encryption/index.ts';

export const comments = (workspace: string): Columns<{ id: string; comment: string | null }> => ({
  table: 'score',
  columns: ['comment'],
  at: ({ id }) => ({ workspace, key: id }),
});
