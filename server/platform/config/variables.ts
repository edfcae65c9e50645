/** Every environment variable: which values it may have, and what it does. */
import { OPERATION } from './operation.ts';
import { PEOPLE } from './people.ts';
import { QUOTA_VARIABLES } from './quotas.ts';
import { RUNS } from './runs.ts';

export const VARIABLES = { ...OPERATION, ...RUNS, ...QUOTA_VARIABLES, ...PEOPLE };

export type { Variable } from './variable.ts';
