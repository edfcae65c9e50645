/** The state of the form of a new key, and the request that the form sends. */
import type { CreateApiKey } from '../../api/index.ts';
import { fromLocalField, parseMoney, type Unit } from '../../format/index.ts';
import { scopesToSend } from '../../scopes/index.ts';
import { type LimitsForm, NO_LIMITS, newLimits } from './limits-form.ts';

export interface KeyForm {
  name: string;
  scopes: string[];
  life: Life;
  /** The value of the date field, if `life` is `date`. */
  until: string;
  hasCredit: boolean;
  /** The amount as typed. */
  credit: string;
  walletFallback: boolean;
  hasLimits: boolean;
  limits: LimitsForm;
}

export type Life = 'never' | '7' | '30' | '90' | '365' | 'date';

export const EMPTY_FORM: KeyForm = {
  name: '',
  scopes: [],
  life: 'never',
  until: '',
  hasCredit: false,
  credit: '',
  walletFallback: false,
  hasLimits: false,
  limits: NO_LIMITS,
};

/** Returns undefined if a value is missing or not valid. */
export function requestOf(form: KeyForm, unit: Unit, zone: string): CreateApiKey | undefined {
  const name = form.name.trim();
  if (name === '' || faultOfName(name) !== undefined || form.scopes.length === 0) return undefined;
  const expiresAt = endOf(form, zone);
  if (form.life === 'date' && expiresAt === undefined) return undefined;
  const credit = parseMoney(form.credit, unit);
  if (form.hasCredit && !('amount' in credit)) return undefined;
  const limits = form.hasLimits ? newLimits(form.limits, unit) : {};
  if (!limits) return undefined;
  return {
    name,
    scopes: scopesToSend(form.scopes),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(form.hasCredit &&
      'amount' in credit && { creditAmount: credit.amount, walletFallback: form.walletFallback }),
    ...limits,
  };
}

export function faultOfName(name: string): string | undefined {
  const { length } = [...name.trim()];
  return length > 100
    ? `At most 100 characters; these are ${length.toLocaleString('en')}.`
    : undefined;
}

function endOf({ life, until }: KeyForm, zone: string): string | undefined {
  if (life === 'never') return undefined;
  if (life === 'date') return fromLocalField(until, zone);
  return new Date(Date.now() + Number(life) * 86_400_000).toISOString();
}
