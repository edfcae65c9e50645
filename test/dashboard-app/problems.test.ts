import { describe, expect, it } from 'vitest';
import type { Problem } from '../../client/dashboard/src/api/contract.ts';
import {
  faultsByField,
  isPassing,
  sayProblem,
  Unreachable,
} from '../../client/dashboard/src/api/problems.ts';

const problem = (extra: Partial<Problem>): Problem => ({
  ...{ type: 'about:blank', title: 'Not valid', status: 400, detail: 'See errors.' },
  ...{ code: 'invalid_request', requestId: 'req_1' },
  ...extra,
});

describe('a refusal on the page', () => {
  it('is shown at the fields that its pointers name, and the rest above the form', () => {
    const errors = [
      { pointer: '#/name', detail: 'must not be longer', code: 'maxLength' },
      { pointer: '#/scopes/0', detail: 'must be one of them', code: 'enum' },
      { pointer: '#/walletFallback', detail: 'only with creditAmount', code: 'dependent' },
      { header: 'Idempotency-Key', detail: 'is missing', code: 'required' },
    ];
    expect(faultsByField(problem({ errors }), ['name', 'scopes'])).toEqual({
      name: 'Must not be longer.',
      scopes: 'Must be one of them.',
      '': 'WalletFallback: only with creditAmount. Idempotency-Key: is missing.',
    });
  });

  it('has words for a server that is away, and for whatever else is thrown', () => {
    expect(sayProblem(new Unreachable('away')).title).toBe('Can’t reach the server');
    expect(sayProblem(new Error('odd')).detail).toBe('odd');
    expect(sayProblem(problem({}))).toMatchObject({ title: 'Not valid', requestId: 'req_1' });
  });

  it('is asked again by itself only where the service is away', () => {
    expect(isPassing(new Unreachable('away'))).toBe(true);
    expect(isPassing(problem({ status: 503, code: 'shutting_down' }))).toBe(true);
    expect(isPassing(problem({ status: 500, code: 'internal_error' }))).toBe(false);
    expect(isPassing(problem({ status: 404, code: 'not_found' }))).toBe(false);
  });
});
