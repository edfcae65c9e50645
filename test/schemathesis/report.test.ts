import { expect, it } from 'vitest';
import { acceptedOf, type Event, neverAccepted } from './report.ts';

function event(path: string, mode: 'positive' | 'negative', status?: number): Event {
  const value = { method: 'GET', path, meta: { generation: { mode } } };
  const response = status === undefined ? null : { status_code: status };
  return {
    ScenarioFinished: { recorder: { cases: { a: { value } }, interactions: { a: { response } } } },
  };
}

it('counts what was accepted of what was meant to be', () => {
  const accepted = acceptedOf([
    {},
    { ScenarioFinished: { recorder: {} } },
    event('/runs', 'positive', 200),
    event('/runs', 'positive', 404),
    event('/docs', 'positive', 303),
    event('/keys', 'positive', 400),
    event('/lost', 'positive'),
    event('/keys', 'negative', 200),
  ]);
  expect(Object.fromEntries(accepted)).toEqual({
    'GET /runs': 1,
    'GET /docs': 1,
    'GET /keys': 0,
    'GET /lost': 0,
  });
  expect(neverAccepted(accepted)).toEqual(['GET /keys', 'GET /lost']);
});
