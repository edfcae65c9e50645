/** The comments of scores, as they are encrypted: bound to the score. */
import type { Columns } from '../../db/encryption/index.ts';

export const comments = (workspace: string): Columns<{ id: string; comment: string | null }> => ({
  table: 'score',
  columns: ['comment'],
  at: ({ id }) => ({ workspace, key: id }),
});
