/** A model run as both contracts have it. */
import type { ModelRun } from '../../../openapi/generated/developer.ts';
import type { Run } from '../../runs/index.ts';
import { toBillableRun } from '../present.ts';
import type { ModelRunFacts, StoredAnswer } from './facts.ts';

export function toModelRun(run: Run<ModelRunFacts>): ModelRun {
  const { id, subject, answer, facts } = run;
  const { text, message } = (answer ?? {}) as StoredAnswer;
  return {
    ...toBillableRun({ id, model: subject }, run),
    ...facts,
    ...(text !== undefined && { text }),
    ...(message && { message: message as NonNullable<ModelRun['message']> }),
  };
}
