/** What the forms of keys read of limits as they are typed, and what they show of saved ones. */
import { describe, expect, it } from 'vitest';
import type { ApiKey } from '../../client/dashboard/src/api/index.ts';
import { plainMoney } from '../../client/dashboard/src/format/index.ts';
import { EMPTY_FORM, requestOf } from '../../client/dashboard/src/pages/keys/form.ts';
import {
  limitsFormOf,
  NO_LIMITS,
  readLimits,
} from '../../client/dashboard/src/pages/keys/limits-form.ts';

const USD = { currency: 'USD', scale: 9 };
const NAMED = { ...EMPTY_FORM, name: 'backend', scopes: ['models:run'] };

describe('the limits of a form', () => {
  it('are amounts in units, and models apart by commas, blanks or lines', () => {
    const form = { dayLimit: '5', monthLimit: '$0.5', models: ' openai/*, sandbox/echo\nx,,y ' };
    expect(readLimits(form, USD)).toEqual({
      ...{ dayLimitAmount: 5_000_000_000, monthLimitAmount: 500_000_000 },
      models: ['openai/*', 'sandbox/echo', 'x', 'y'],
    });
  });

  it('are null if a field is empty, and undefined if an amount is invalid', () => {
    const none = { dayLimitAmount: null, monthLimitAmount: null, models: null };
    expect(readLimits(NO_LIMITS, USD)).toEqual(none);
    expect(readLimits({ ...NO_LIMITS, dayLimit: '0' }, USD)).toMatchObject({ dayLimitAmount: 0 });
    expect(readLimits({ ...NO_LIMITS, monthLimit: '12,5' }, USD)).toBeUndefined();
  });

  it('are members of a new key only where they are asked for and typed', () => {
    const limits = { ...NO_LIMITS, dayLimit: '1' };
    expect(requestOf({ ...NAMED, limits }, USD, 'UTC')).not.toHaveProperty('dayLimitAmount');
    const request = requestOf({ ...NAMED, hasLimits: true, limits }, USD, 'UTC');
    expect(request).toMatchObject({ dayLimitAmount: 1_000_000_000 });
    expect(request).not.toHaveProperty('monthLimitAmount');
    expect(request).not.toHaveProperty('models');
    const wrong = { ...limits, monthLimit: 'much' };
    expect(requestOf({ ...NAMED, hasLimits: true, limits: wrong }, USD, 'UTC')).toBeUndefined();
  });

  it('are shown as they would be typed, and read back as they were', () => {
    const limit = { spentAmount: 0, heldAmount: 0, availableAmount: 0, resetsAt: '' };
    const key = {
      spendingLimits: [{ ...limit, period: 'month', limitAmount: 100_000_000_001 }],
      models: ['sandbox/echo', 'openai/*'],
    } as unknown as ApiKey;
    const form = limitsFormOf(key, USD);
    expect(form).toEqual({
      ...{ dayLimit: '', monthLimit: '100.000000001', models: 'sandbox/echo, openai/*' },
    });
    expect(readLimits(form, USD)).toEqual({
      ...{ dayLimitAmount: null, monthLimitAmount: 100_000_000_001 },
      models: ['sandbox/echo', 'openai/*'],
    });
  });

  it.each([
    [100, 0, '100'],
    [5_000_000_000, 9, '5.00'],
    [1, 9, '0.000000001'],
    [0, 9, '0.00'],
  ])('%s with %s digits after the point is %s', (amount, scale, text) => {
    expect(plainMoney(amount, { currency: 'USD', scale })).toBe(text);
  });
});
