/** How to make the real service give each success, with its optional headers. */
import { unique } from '../support/service.ts';
import type { Fixtures, Way } from './fixtures.ts';

/** A model and a tool. */
const ECHO = { id: 'sandbox/echo' };
/** What is built before a start, with its paths. */
const BUILT: Record<string, { path?: Record<string, string> }> = {
  ...{ getDocs: {}, getDocsIndex: {}, getClientPackage: {} },
  getDocsFile: { path: { file: 'openapi.yaml' } },
  getGuide: { path: { guide: 'money.md' } },
  getReference: { path: { group: 'model-runs' } },
};

/** Of those that come in several forms, the pages. */
const PAGES: typeof BUILT = {
  ...BUILT,
  getDocsFile: { path: { file: 'docs.html' } },
  getGuide: { path: { guide: 'money' } },
};

/** What a request key has made before. */
const REPEATS: Record<
  string,
  ((fixtures: Omit<Fixtures, 'underWay'>) => ReturnType<Way>) | undefined
> = {
  createScore: replayed,
  createCustomer: madeBefore,
  createCustomerGrant: grantedBefore,
  createBillingPayment: paidBefore,
  createSavedExport: savedBefore,
};

export function successWays({ underWay, ...fixtures }: Fixtures): Record<string, Way> {
  const { ask, askOf, quiet, completed, pending } = fixtures;
  const waiting = { Prefer: 'wait=30' };
  const impatient = { Prefer: 'wait=0' };
  const known = { 'If-None-Match': '*' };
  const replay = { 'Idempotency-Key': pending.requestKey };
  const ofPending = { id: pending.id };

  return {
    // Only the variant has them built in; the service has them if somebody built them.
    async 200({ id }) {
      if (BUILT[id]) return askOf(quiet, {}, BUILT[id]);
      if (REPEATS[id]) return REPEATS[id](fixtures);
      if (isOfKey(id)) return ask({}, { path: { id: await fixtures.madeKey() } });
      if (isOfEndpoint(id)) return ask({}, { path: await fixtures.endpoint() });
      if (id === 'getBillingPayment') return ask({}, { path: await fixtures.payment() });
      if (/^get\w*SavedExport/.test(id)) return ask({}, { path: await fixtures.savedExport() });
      if (/^(get|update|delete)Customer$|CustomerGrants?$/.test(id)) {
        const { endUserId } = (await fixtures.customer()).body;
        const { id: grantId } = await fixtures.grant(endUserId);
        return ask(
          {},
          { path: /^(get|revoke)CustomerGrant$/.test(id) ? { endUserId, grantId } : { endUserId } },
        );
      }
      if (id === 'getScore') return ask({}, { path: { id: (await fixtures.score()).id } });
      return ask({}, ['getModel', 'getTool'].includes(id) ? { path: ECHO } : { headers: waiting });
    },
    201: async ({ id }) => {
      if (isOfKey(id)) return ask({}, { path: { id: await fixtures.madeKey() } });
      if (isOfEndpoint(id)) return ask({}, { path: await fixtures.endpoint() });
      if (id === 'createBillingCardPage') await fixtures.recharge('PUT');
      if (id === 'createCustomerGrant') {
        const { endUserId } = (await fixtures.customer()).body;
        return ask({}, { path: { endUserId } });
      }
      return id === 'createCustomer'
        ? ask({ body: JSON.stringify({ endUserId: unique('customer') }) })
        : ask();
    },
    '201 idempotent-replayed': () =>
      ask({}, { headers: { 'Idempotency-Key': completed.requestKey } }),
    '200 preference-applied': () => ask({}, { headers: waiting }),
    '200 idempotent-replayed': ({ id }) =>
      REPEATS[id]?.(fixtures) ?? ask({}, { headers: { 'Idempotency-Key': completed.requestKey } }),
    204: async ({ id }) => {
      if (id === 'deleteBillingRecharge') return ask();
      if (id === 'deleteSavedExport') return ask({}, { path: await fixtures.savedExport() });
      const made = isOfEndpoint(id) ? await fixtures.endpoint() : await fixtures.score();
      return ask({}, { path: { id: made.id } });
    },
    '200 content-security-policy': ({ id }) => askOf(quiet, {}, PAGES[id]),
    '200 retry-after': () => askOf(quiet, {}, { path: ofPending }),
    202: async ({ id }) => {
      if (isOfEndpoint(id)) return ask({}, { path: await fixtures.endpoint(true) });
      return isCancel(id) ? ask({}, { path: { id: await underWay() } }) : askOf(quiet);
    },
    '202 preference-applied': async ({ id }) =>
      isCancel(id)
        ? ask({}, { headers: impatient, path: { id: await underWay() } })
        : askOf(quiet, {}, { headers: impatient }),
    '202 idempotent-replayed': () => askOf(quiet, {}, { headers: replay }),
    206: () => ask({}, { headers: { Range: 'bytes=1-' } }),
    303: () => ask(),
    304: ({ id }) =>
      BUILT[id] ? askOf(quiet, {}, { ...BUILT[id], headers: known }) : ask({}, { headers: known }),
    '304 preference-applied': () => ask({}, { headers: { ...known, ...impatient } }),
    '304 retry-after': () => askOf(quiet, {}, { headers: known, path: ofPending }),
  };
}

/** The score of the document's example, saved before. */
async function replayed({ ask, score }: Pick<Fixtures, 'ask' | 'score'>) {
  const { requestKey } = await score();
  return ask({}, { headers: { 'Idempotency-Key': requestKey } });
}

export function isOfKey(id: string): boolean {
  return /^(get|update|rotate|revoke)ApiKey$/.test(id);
}

/** A customer that was made before, with the same request. */
async function madeBefore({ ask, customer }: Pick<Fixtures, 'ask' | 'customer'>) {
  const { body, requestKey } = await customer();
  const headers = { 'Idempotency-Key': requestKey };
  return ask({ body: JSON.stringify(body) }, { headers });
}

/** What the request key has granted before. */
async function grantedBefore({
  ask,
  customer,
  grant,
}: Pick<Fixtures, 'ask' | 'customer' | 'grant'>) {
  const { endUserId } = (await customer()).body;
  const { body, requestKey } = await grant(endUserId);
  const headers = { 'Idempotency-Key': requestKey };
  return ask({ body: JSON.stringify(body) }, { path: { endUserId }, headers });
}

/** A payment that the request key has started before. */
async function paidBefore({ ask, payment }: Pick<Fixtures, 'ask' | 'payment'>) {
  const { requestKey } = await payment();
  return ask({}, { headers: { 'Idempotency-Key': requestKey } });
}

/** An export that the request key has saved before. */
async function savedBefore({ ask, savedExport }: Pick<Fixtures, 'ask' | 'savedExport'>) {
  const { requestKey } = await savedExport();
  return ask({}, { headers: { 'Idempotency-Key': requestKey } });
}

export function isOfEndpoint(id: string): boolean {
  return /^(get|update|delete)Endpoint$|^rotateEndpointSecret$|^\w+EndpointMessages$|EndpointResend$/.test(
    id,
  );
}

function isCancel(id: string): boolean {
  return id.startsWith('cancel');
}
