/**
 * Joins the run of each row `q` of the queue, as `m`: PostgreSQL reads it by its key. `offset 0` prevents a plain join,
 * which may read all runs, because PostgreSQL overestimates the queue: deleted rows leave free space in it.
 */
export const RUN_OF_QUEUED = `cross join lateral (
  select r.* from run r where r.workspace = q.workspace and r.id = q.run offset 0) m`;
