/** The spans of runs as the service has them, for a sender that a test starts by itself. */

import { attributesOf, contentOf } from '../../server/model-runs/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { createRunSpans } from '../../server/runs/spans.ts';

export function runsOf(db: Db) {
  const span = { operation: 'chat', subject: 'gen_ai.request.model', attributesOf, contentOf };
  const resource = { kind: 'model_run', idPrefix: 'run', isCounted: () => true, span };
  return createRunSpans(db, new Map([['model_run', resource as never]]));
}
