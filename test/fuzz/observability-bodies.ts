/** Valid bodies of queries of metrics, of scores, of customers, of keys, of webhook endpoints, of alerts, of saved exports and of billing. */
import fc from 'fast-check';

const DAY_MS = 86_400_000;
const text = fc.string({
  minLength: 1,
  maxLength: 20,
  unit: fc.constantFrom('a', '7', '-', ' ', 'é'),
});
const dimension = fc.constantFrom('kind', 'model', 'tool', 'keyId', 'endUserId', 'metadata.team');

export const metricsBody: fc.Arbitrary<object> = fc
  .record({
    measures: fc.subarray(['charged', 'count', 'tokens', 'latency', 'errorRate'], { minLength: 1 }),
    dimensions: fc.option(fc.uniqueArray(dimension, { maxLength: 4 })),
    filters: fc.option(
      fc.array(fc.record({ dimension, values: fc.array(text, { minLength: 1, maxLength: 3 }) }), {
        maxLength: 3,
      }),
    ),
    interval: fc.constantFrom(null, 'hour', 'day'),
    days: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ days, ...query }) => ({
    ...query,
    from: new Date(Date.now() - days * DAY_MS).toISOString(),
    to: new Date().toISOString(),
  }));

const target = fc.oneof(
  fc.record({ sessionId: fc.uuid() }),
  fc.record({
    span: fc.record({
      traceId: fc.uuid().map((uuid) => uuid.replaceAll('-', '')),
      spanId: fc.uuid().map((uuid) => uuid.replaceAll('-', '').slice(16)),
    }),
  }),
);

export const scoreBody: fc.Arbitrary<object> = fc
  .record({
    name: text,
    value: fc.oneof(fc.double({ min: -1e12, max: 1e12, noNaN: true }), text, fc.boolean()),
    source: fc.constantFrom('human', 'automatic'),
    comment: fc.option(text),
    target,
  })
  .map(({ target: judged, ...score }) => ({ ...score, ...judged }));

const amount = fc.option(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));

const budgets = fc.option(
  fc.record({ dayAmount: amount, monthAmount: amount, totalAmount: amount }, { requiredKeys: [] }),
);
/** What a create and a change of a customer have in common. */
const customerMembers = {
  name: fc.option(text),
  metadata: fc.option(
    fc.dictionary(fc.constantFrom('plan', 'team.eu', 'a-b'), text, { maxKeys: 3 }),
  ),
  budgets,
};

export const newCustomerBody: fc.Arbitrary<object> = fc.record(
  {
    ...{ endUserId: fc.uuid(), ...customerMembers },
    state: fc.constantFrom('active', 'blocked', null),
    hasBalance: fc.option(fc.boolean()),
  },
  { requiredKeys: ['endUserId'] },
);

export const changeOfCustomer: fc.Arbitrary<object> = fc.record(
  { ...customerMembers, state: fc.constantFrom('active', 'blocked'), hasBalance: fc.boolean() },
  { requiredKeys: [] },
);

export const customerGrantBody: fc.Arbitrary<object> = fc.record(
  {
    // The sum of all has a bound.
    amount: fc.integer({ min: 1, max: 1e9 }),
    expiresAt: fc.option(
      fc.date({ min: new Date('2090-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    ),
    note: fc.option(text),
  },
  { requiredKeys: ['amount'] },
);

export const defaultsOfCustomers: fc.Arbitrary<object> = fc.record({ defaultBudgets: budgets });

const limit = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const models = fc.subarray(['sandbox/*', 'sandbox/echo', 'openai/*'], { minLength: 1 });
const keyName = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,40}$/);

export const newKeyBody: fc.Arbitrary<object> = fc.record(
  {
    ...{ name: keyName, models, dayLimitAmount: limit, monthLimitAmount: limit },
    scopes: fc.subarray(['models:read', 'models:run', 'tools:run', 'keys:read'], { minLength: 1 }),
  },
  { requiredKeys: ['name', 'scopes'] },
);

export const changeOfKey: fc.Arbitrary<object> = fc.record(
  {
    ...{ name: keyName, models: fc.option(models) },
    ...{ dayLimitAmount: fc.option(limit), monthLimitAmount: fc.option(limit) },
  },
  { requiredKeys: [] },
);

/** Of a key, or of the secret of an endpoint. */
export const rotation: fc.Arbitrary<object> = fc.record({
  overlapSeconds: fc.integer({ min: 0, max: 7_776_000 }),
});

const endpointMembers = {
  url: fc.constantFrom('https://hooks.example/runs', 'https://hooks.example:8443/?a=b'),
  description: keyName,
  eventTypes: fc.subarray(['run.completed', 'run.failed', 'credit.low'], { minLength: 1 }),
};

export const newEndpointBody: fc.Arbitrary<object> = fc.record(endpointMembers, {
  requiredKeys: ['url', 'eventTypes'],
});

export const changeOfEndpoint: fc.Arbitrary<object> = fc.record(
  { ...endpointMembers, status: fc.constantFrom('enabled', 'disabled') },
  { requiredKeys: [] },
);

const percent = fc.option(fc.integer({ min: 1, max: 100 }));

export const changeOfAlerts: fc.Arbitrary<object> = fc.record(
  {
    ...{
      lowBalanceAmount: fc.option(limit),
      keyLimitPercent: percent,
      failureRatePercent: percent,
    },
    failureWindowMinutes: fc.integer({ min: 5, max: 1_440 }),
    failureMinRuns: fc.integer({ min: 1, max: 10_000 }),
    mailTo: fc.constantFrom('nobody', 'owners', 'admins'),
  },
  { requiredKeys: [] },
);

export const savedExportBody: fc.Arbitrary<object> = fc.record(
  {
    name: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 _-]{0,40}$/),
    dataset: fc.constantFrom('runs', 'charges', 'scores', 'spans'),
    format: fc.constantFrom('ndjson', 'csv', 'parquet'),
    period: fc.constantFrom('previous_day', 'current_month', 'previous_month'),
    endUserId: fc.uuid(),
  },
  { requiredKeys: ['name', 'dataset', 'format', 'period'] },
);

/** In cents, as payments are. */
const CENT = 10_000_000;
const amountOfPayment = fc.integer({ min: 500, max: 50_000 }).map((cents) => cents * CENT);

export const newPaymentBody: fc.Arbitrary<object> = fc.record({ amount: amountOfPayment });

export const rechargeBody: fc.Arbitrary<object> = fc
  .tuple(amountOfPayment, fc.nat(1_000))
  .map(([amount, more]) => ({
    ...{ thresholdAmount: amount - more, rechargeAmount: amount, monthCapAmount: amount + more },
  }));
