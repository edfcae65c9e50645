/**
 * Stripe's own description of its API judges both sides of what the tests of payments use: stripe-mock, which Stripe
 * publishes, checks every request of the adapter against it, and every member that the sandbox answers has to be of the
 * type that it says. Not part of the quick gate, because it downloads.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStripeProvider } from '../../../server/payments/stripe.ts';
import { newUuid } from '../../../server/platform/lib/ids.ts';
import { startPaymentSandbox } from '../../../server/sandbox/payments.ts';
import { execute } from '../../languages/execute.ts';
import { exitCodeOf, proveAll } from '../../languages/report.ts';
import { freePort } from '../../support/free-port.ts';
import { faultsOf, type Spec } from './schema.ts';

const MOCK = 'github.com/stripe/stripe-mock';
const VERSION = 'v0.203.0';
const SECRETS = { secretKey: 'sk_test_123', webhookSecret: 'whsec_sandbox' };
const UNIT = { currency: 'USD', scale: 9 };
const AMOUNT = 20 * 10 ** UNIT.scale;
const RETURN_URL = 'http://localhost:1/wallet';

interface Exchange {
  method: string;
  path: string;
  /** The body of the request. */
  sent: string;
  status: number;
  body: string;
}

type Answer = Pick<Exchange, 'status' | 'body'>;

/** Notes what passes. `change` is what the caller gets instead of an answer. */
async function startProxy(to: string, change: (exchange: Exchange) => Answer = (_) => _) {
  const seen: Exchange[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = 'GET', url: path = '/', headers } = request;
    const passed = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name));
    const sent = Buffer.concat(pieces).toString();
    const answer = await fetch(new URL(path, to), {
      method,
      headers: passed.map(([name, value]): [string, string] => [name, String(value)]),
      ...(method === 'POST' && { body: sent }),
    });
    const exchange = { method, path, sent, status: answer.status, body: await answer.text() };
    seen.push(exchange);
    const { status, body } = change(exchange);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...{ seen, url: new URL(`http://127.0.0.1:${port}`) },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

/** Every call of the port, so that the adapter sends every request that it can send. */
async function callAll(url: URL): Promise<string[]> {
  const called = new Set<string>();
  const real = createStripeProvider({
    ...SECRETS,
    name: 'a judge',
    baseUrl: url,
    unit: UNIT,
    isTaxed: true,
  });
  const provider = new Proxy(real, {
    get(target, name: keyof typeof real) {
      called.add(name);
      return target[name];
    },
  });
  const [id, card] = [newUuid(), newUuid()];
  const expiresAt = new Date(Date.now() + 3_600_000);
  const customer = await provider.createCustomer(newUuid());
  const page = { customer, expiresAt, returnUrl: RETURN_URL };
  const charge = { id, amount: AMOUNT, customer, method: 'pm_1' };
  await provider.readBilling(customer);
  await provider.createBillingPage(page);
  await provider.createCheckout({ id, amount: AMOUNT, ...page });
  await provider.readCheckout('cs_test_1');
  await provider.readCheckout('pi_of_a_page');
  await provider.readCheckout(ALONE);
  for (const cursor of [
    null,
    'sessions cs_1',
    'refunds',
    'refunds re_1',
    'disputes',
    'disputes dp_1',
  ])
    await provider.checkoutsSince(new Date(Date.now() - 86_400_000), cursor);
  const day = { from: new Date(Date.now() - 86_400_000), to: new Date() };
  for (const cursor of [undefined, 'pi_1']) await provider.paymentsBetween(day, cursor);
  await provider.readBalances();
  for (const cursor of [undefined, 'txn_1']) await provider.movementsBetween(day, cursor);
  await provider.createSetup({ id: card, ...page });
  await provider.readSetup('cs_test_1');
  await provider.charge(charge);
  await provider.charge({ ...charge, id: newUuid(), method: DECLINED });
  await provider.readCharge(charge, new Date());
  await provider.forgetCard('pm_1');
  const others = new Set(['name', 'readEvent']);
  return Object.keys(real).filter((name) => !called.has(name) && !others.has(name));
}

/** A payment intent of a saved card: no page has it. */
const ALONE = 'pi_of_a_saved_card';
const DECLINED = 'pm_declined';

/** What stripe-mock answers is the same each time, and has not all that makes the adapter send its other requests. */
function answered({ path, sent, status, body }: Exchange): Answer {
  if (path.includes(`payment_intent=${ALONE}`))
    return { status, body: '{"object":"list","url":"/","has_more":false,"data":[]}' };
  if (path.endsWith('/pay') && sent.includes(DECLINED))
    return { status: 402, body: '{"error":{"type":"card_error","code":"card_declined"}}' };
  const answer = JSON.parse(body.replaceAll('"disputed": false', '"disputed": true')) as object;
  const more = path.endsWith('/finalize')
    ? { payments: { object: 'list', data: [{ payment: { payment_intent: ALONE } }] } }
    : path.startsWith(`/v1/payment_intents/${ALONE}`)
      ? { metadata: { invoice: 'in_1' } }
      : path.startsWith('/v1/checkout/sessions/') && path.includes('setup_intent')
        ? SAVED
        : {};
  return { status, body: JSON.stringify({ ...answer, ...more }) };
}

/** A card with an address, of a customer without one. */
const SAVED = {
  ...{ status: 'complete', customer: { object: 'customer', id: 'cus_1', address: null } },
  setup_intent: {
    payment_method: { id: 'pm_1', billing_details: { address: { country: 'DE' } }, card: {} },
  },
};

async function judgeRequests(folder: string): Promise<string> {
  await execute('go', ['install', `${MOCK}@${VERSION}`], { environment: { GOBIN: folder } });
  const address = `127.0.0.1:${await freePort()}`;
  const mock = spawn(join(folder, 'stripe-mock'), ['-http-addr', address], { stdio: 'ignore' });
  try {
    await untilServing(`http://${address}`);
    await using proxy = await startProxy(`http://${address}`, answered);
    const uncalled = await callAll(proxy.url);
    const refused = proxy.seen.filter(({ status }) => status !== 200);
    const faults = [
      ...uncalled.map((name) => `${name} was not called`),
      ...refused.map(({ method, path, body }) => `${method} ${path}: ${body}`),
    ];
    if (faults.length > 0) throw new Error(faults.join('\n'));
    const kinds = new Set(proxy.seen.map(({ method, path }) => `${method} ${templateOf(path)}`));
    return `${proxy.seen.length} requests to ${kinds.size} operations are as Stripe describes them`;
  } finally {
    mock.kill();
  }
}

async function untilServing(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const isServing = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isServing) return;
    await sleep(100);
  }
  throw new Error('stripe-mock does not answer');
}

/** A payment with all that can become of it, on a page and with each kind of saved card. */
async function judgeAnswers(folder: string): Promise<string> {
  const { Dir } = JSON.parse(
    await execute('go', ['mod', 'download', '-json', `${MOCK}@${VERSION}`]),
  ) as {
    Dir: string;
  };
  const text = await readFile(join(Dir, 'embedded', 'openapi', 'spec3.json'), 'utf8');
  const spec = JSON.parse(text) as Spec;
  const records = join(folder, 'records');
  const sandbox = await startPaymentSandbox({ port: 0, folder: records, ...SECRETS });
  await using proxy = await startProxy(sandbox.url);
  const provider = createStripeProvider({
    ...{ ...SECRETS, name: 'a judge', baseUrl: proxy.url, unit: UNIT, isTaxed: true },
  });
  const customer = await provider.createCustomer(newUuid());
  const expiresAt = new Date(Date.now() + 3_600_000);
  const page = { customer, expiresAt, returnUrl: RETURN_URL };
  const press = (url: string, form: Record<string, string>) =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });

  const details = { name: 'Acme', 'address[line1]': 'Torstraße 1', taxId: 'DE123456789' };
  await press(await provider.createBillingPage(page), details);
  await provider.readBilling(customer);
  const { url, reference } = await provider.createCheckout({
    id: newUuid(),
    amount: AMOUNT,
    ...page,
  });
  await press(url!, { card: 'succeeds' });
  const { receiptUrl } = (await provider.readCheckout(reference!))!;
  for (const act of ['refund-half', 'contest']) await press(receiptUrl!, { act });
  await provider.readCheckout(reference!);
  for (const card of ['succeeds', 'declined', 'second-step']) {
    const setup = await provider.createSetup({ id: newUuid(), ...page });
    await press(setup.url!, { card });
    const { card: saved } = (await provider.readSetup(setup.reference))!;
    const charge = { id: newUuid(), amount: AMOUNT, ...saved! };
    const charged = await provider.charge(charge);
    await provider.readCheckout(charged.reference!);
    await provider.readCharge(charge, new Date());
    await provider.forgetCard(saved!.method);
    await provider.charge({ ...charge, id: newUuid() });
  }
  for (let cursor: string | null | undefined = null; cursor !== undefined; )
    cursor = (await provider.checkoutsSince(new Date(0), cursor)).next;
  const ever = { from: new Date(0), to: page.expiresAt };
  await provider.paymentsBetween(ever, undefined);
  await provider.readBalances();
  await provider.movementsBetween(ever, undefined);
  await sandbox.close();

  const faults = proxy.seen.flatMap(({ method, path, status, body }) => {
    const operation = spec.paths[templateOf(path)]?.[method.toLowerCase()];
    const schema = (operation?.responses[status] ?? operation?.responses.default)?.content?.[
      'application/json'
    ]?.schema;
    if (!schema) return [`${method} ${path}: Stripe describes no such operation`];
    return faultsOf(JSON.parse(body), schema, spec).map((fault) => `${method} ${path}: ${fault}`);
  });
  if (faults.length > 0) throw new Error([...new Set(faults)].join('\n'));
  return `the members of ${proxy.seen.length} answers of the sandbox are of the types that Stripe describes`;
}

/** The path as Stripe's document names it. */
function templateOf(path: string): string {
  const [bare = ''] = path.split('?');
  return bare
    .replace(/^(\/v1\/checkout\/sessions)\/.+$/, '$1/{session}')
    .replace(/^(\/v1\/payment_intents)\/.+$/, '$1/{intent}')
    .replace(/^(\/v1\/customers)\/.+$/, '$1/{customer}')
    .replace(/^(\/v1\/invoices)\/[^/]+/, '$1/{invoice}')
    .replace(/^(\/v1\/payment_methods)\/[^/]+\/detach$/, '$1/{payment_method}/detach');
}

const folder = await mkdtemp(join(tmpdir(), 'judged-payments-'));
const outcomes = await proveAll([
  { name: 'requests', needs: ['go'], prove: () => judgeRequests(folder) },
  { name: 'answers', needs: ['go'], prove: () => judgeAnswers(folder) },
]).finally(() => rm(folder, { recursive: true, force: true }));
process.exitCode = exitCodeOf(outcomes, { allowMissing: false });
