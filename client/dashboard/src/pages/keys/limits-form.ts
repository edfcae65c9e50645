/** The limits of a key as typed, and as parsed. */
import type { ApiKey, CreateApiKey, UpdateApiKey } from '../../api/index.ts';
import { parseOptionalMoney, plainMoney, type Unit } from '../../format/index.ts';

export interface LimitsForm {
  dayLimit: string;
  monthLimit: string;
  /** Identifiers and prefixes, separated by blanks or commas. */
  models: string;
}

export const NO_LIMITS: LimitsForm = { dayLimit: '', monthLimit: '', models: '' };
export const LIMIT_FIELDS = ['dayLimitAmount', 'monthLimitAmount', 'models'] as const;

/** The current limits of a key. */
export function limitsFormOf({ spendingLimits, models = [] }: ApiKey, unit: Unit): LimitsForm {
  const typed = (period: string) => {
    const limit = spendingLimits.find((each) => each.period === period);
    return limit ? plainMoney(limit.limitAmount, unit) : '';
  };
  return { dayLimit: typed('day'), monthLimit: typed('month'), models: models.join(', ') };
}

type ChildRuns = Required<Pick<UpdateApiKey, (typeof LIMIT_FIELDS)[number]>>;

/** Returns null for an empty field, and undefined if an amount is not valid. */
export function readLimits(form: LimitsForm, unit: Unit): ChildRuns | undefined {
  const dayLimitAmount = parseOptionalMoney(form.dayLimit, unit);
  const monthLimitAmount = parseOptionalMoney(form.monthLimit, unit);
  if (dayLimitAmount === undefined || monthLimitAmount === undefined) return undefined;
  const models = form.models.split(/[\s,]+/).filter((entry) => entry !== '');
  return { dayLimitAmount, monthLimitAmount, models: models.length > 0 ? models : null };
}

/** Returns the limits of a new key, without empty fields. */
export function newLimits(
  form: LimitsForm,
  unit: Unit,
): Pick<CreateApiKey, (typeof LIMIT_FIELDS)[number]> | undefined {
  const wanted = readLimits(form, unit);
  if (!wanted) return undefined;
  const { dayLimitAmount, monthLimitAmount, models } = wanted;
  return {
    ...(dayLimitAmount !== null && { dayLimitAmount }),
    ...(monthLimitAmount !== null && { monthLimitAmount }),
    ...(models !== null && { models }),
  };
}
