/**
 * A sandbox for payments, on loopback: the part of Stripe's API that the service uses, and the page on which somebody
 * pays with a card that succeeds, is declined, or needs a second step, or saves such a card for later. The receipt is
 * also the desk of the shop, which refunds, and of the bank, at which the payer contests. A third page has the billing
 * details of a customer. Taxes, where they are wanted, are a fifth of everything. No money moves. Checkouts and customers are
 * files in one folder, which all processes of a service share and which a restart keeps.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Stripe from 'stripe';
import { type BalanceTransaction, balanceOf, transactionsOf } from './payment-balance.ts';

interface PaymentSandboxOptions {
  port: number;
  /** Where checkouts are saved. */
  folder: string;
  secretKey: string;
  webhookSecret: string;
}

export interface PaymentSandbox {
  url: string;
  close(): Promise<void>;
}

/** The members of a session of Stripe that the service or the page reads. */
interface Session {
  id: string;
  object: 'checkout.session';
  mode: 'payment' | 'setup';
  metadata: { payment?: string; card?: string };
  created: number;
  expires_at: number;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  amount_subtotal: number;
  amount_total: number;
  currency: string;
  url: string | null;
  success_url: string;
  cancel_url: string;
  total_details: { amount_tax: number };
  invoice: Invoice | null;
  payment_intent: Intent | null;
  customer: string | null;
  setup_intent: { object: 'setup_intent'; id: string; payment_method: Method } | null;
  /** Not members of Stripe's: whether a saved card is charged, without a page, and with taxes; and whether it was removed. */
  is_automatic?: boolean;
  is_taxed?: boolean;
  is_detached?: boolean;
  /** Not a member of Stripe's: what its lists of refunds and disputes have of this session. */
  refunds: Refund[];
  dispute: Dispute | null;
}

interface Intent {
  object: 'payment_intent';
  id: string;
  latest_charge: Charge | null;
  customer?: string;
  metadata: { payment?: string; invoice?: string };
  created: number;
  amount: number;
  currency: string;
  status: 'succeeded' | 'requires_payment_method' | 'canceled';
  last_payment_error?: { type: 'card_error'; code: string; decline_code?: string; message: string };
}

interface Invoice {
  object: 'invoice';
  id: string;
  hosted_invoice_url: string;
  invoice_pdf: string;
}

interface Customer {
  object: 'customer';
  id: string;
  created: number;
  name: string | null;
  address: Address | null;
  tax_ids: { object: 'list'; url: string; has_more: false; data: TaxId[] };
  /** Not a member of Stripe's: where the page of billing details leads back to. */
  return_url: string;
}

interface Address {
  line1: string;
  postal_code: string;
  city: string;
  country: string;
}

interface TaxId {
  object: 'tax_id';
  id: string;
  type: string;
  value: string;
}

interface Method {
  object: 'payment_method';
  id: string;
  type: 'card';
  billing_details: { address: Address | null };
  card: {
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    fingerprint: string;
  };
}

interface Charge {
  object: 'charge';
  id: string;
  amount_refunded: number;
  disputed: boolean;
  payment_method_details: { type: 'card'; card: { fingerprint: string } };
}

interface Refund {
  object: 'refund';
  id: string;
  created: number;
  amount: number;
  payment_intent: string;
}

interface Dispute extends Omit<Refund, 'object'> {
  object: 'dispute';
  status: 'needs_response' | 'won' | 'lost';
  /** Not a member of Stripe's. */
  decided?: number;
}

const MAX_BODY_BYTES = 65_536;
/** As in the contract of the dashboard. */
const EVENTS_PATH = '/v1/dashboard/payment-events';
const SESSION = /^cs_test_[0-9a-f]{40}$/;
/** A payment intent, an invoice and a saved card have the name of their session in other letters. */
const PART = /^(?:pi|in|pm)_([0-9a-f]{40})$/;
const CUSTOMER = /^cus_[0-9a-f]{14}$/;
/** Of the price without taxes. */
const TAX_RATE = 0.2;
const sessionOf = (part: string) => `cs_test_${PART.exec(part)?.[1]}`;

/** Rejects if the port is not available. */
export async function startPaymentSandbox(options: PaymentSandboxOptions): Promise<PaymentSandbox> {
  const { port, folder, secretKey, webhookSecret } = options;
  const stripe = new Stripe(secretKey);
  await mkdir(folder, { recursive: true });
  const fileOf = (id: string) => join(folder, `${id}.json`);
  let url = '';

  async function save<T extends Session | Customer = Session>(record: T): Promise<T> {
    const draft = `${fileOf(record.id)}.${process.pid}`;
    await writeFile(draft, JSON.stringify(record));
    await rename(draft, fileOf(record.id));
    return record;
  }

  async function readCustomer(id: string): Promise<Customer | undefined> {
    if (!CUSTOMER.test(id)) return undefined;
    const text = await readFile(fileOf(id), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as Customer);
  }

  async function read(id: string): Promise<Session | undefined> {
    if (!SESSION.test(id)) return undefined;
    const text = await readFile(fileOf(id), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const session = JSON.parse(text) as Session;
    if (session.status !== 'open' || session.expires_at * 1_000 > Date.now()) return session;
    return save({ ...session, status: 'expired', url: null });
  }

  async function readAll(): Promise<Session[]> {
    const ids = (await readdir(folder)).map((name) => name.replace(/\.json$/, ''));
    return (await Promise.all(ids.map(read))).filter((session) => session !== undefined);
  }

  async function create(form: URLSearchParams, key: string): Promise<Session> {
    const id = `cs_test_${hashOf(key)}`;
    const known = await read(id);
    if (known) return known;
    const isSetup = form.get('mode') === 'setup';
    const cents = Number(form.get('line_items[0][price_data][unit_amount]') ?? 0);
    const isTaxed = form.get('automatic_tax[enabled]') === 'true';
    return save({
      ...{ id, object: 'checkout.session', mode: isSetup ? 'setup' : 'payment' },
      metadata: isSetup
        ? { card: form.get('metadata[card]') ?? '' }
        : { payment: form.get('metadata[payment]') ?? '' },
      ...{ created: seconds(), expires_at: Number(form.get('expires_at')) },
      ...{ status: 'open', payment_status: 'unpaid', ...pricedAt(cents, isTaxed) },
      currency: form.get('line_items[0][price_data][currency]') ?? 'usd',
      url: `${url}/pay/${id}`,
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
      ...{ invoice: null, payment_intent: null, refunds: [], dispute: null, setup_intent: null },
      customer: form.get('customer'),
    });
  }

  /** An invoice of a saved card, one for each key: a draft, until it is final. Undefined if there is no such card. */
  async function draft(form: URLSearchParams, key: string): Promise<Session | undefined> {
    const id = `cs_test_${hashOf(key)}`;
    const known = await read(id);
    if (known) return known;
    const card = form.get('default_payment_method');
    const of = await read(sessionOf(card ?? ''));
    if (!of?.setup_intent || of.is_detached) return undefined;
    return save({
      ...{ ...of, id, mode: 'payment', metadata: { payment: form.get('metadata[payment]') ?? '' } },
      ...{ created: seconds(), payment_status: 'unpaid', setup_intent: null, is_automatic: true },
      ...{ is_taxed: form.get('automatic_tax[enabled]') === 'true' },
    });
  }

  /** What becomes of such an invoice. Each step that is repeated is answered as the first time. */
  async function bill(
    session: Session,
    step: string,
    form: URLSearchParams,
    response: ServerResponse,
  ): Promise<void> {
    const { payment_intent: intent, customer, currency, amount_total: amount } = session;
    const [, , hash = ''] = session.id.split('_');
    const shown = async (now: Session) => json(response, 200, invoiceObjectOf(await save(now)));
    if (step === 'finalize' && !intent) {
      const payment_intent: Intent = {
        ...{ object: 'payment_intent', id: `pi_${hash}`, customer: customer ?? '', metadata: {} },
        ...{ created: seconds(), amount, currency, status: 'requires_payment_method' },
        latest_charge: null,
      };
      return shown({ ...session, payment_intent, invoice: invoiceOf(url, session.id) });
    }
    if (step === 'void' && intent?.status === 'requires_payment_method')
      return shown({ ...session, payment_intent: { ...intent, status: 'canceled' } });
    if (step !== 'pay' || !intent || intent.status === 'succeeded') return shown(session);
    if (intent.last_payment_error) return decline(intent, response);
    const of = await read(sessionOf(form.get('payment_method') ?? ''));
    if (!of?.setup_intent || of.is_detached) return missing(response, 'payment_method');
    const { last4, fingerprint } = of.setup_intent.payment_method.card;
    const fault = LATER[last4]?.error;
    const payment_intent: Intent = fault
      ? { ...intent, last_payment_error: { type: 'card_error', ...fault } }
      : { ...intent, status: 'succeeded', latest_charge: chargeOf(hash, fingerprint) };
    const payment_status = fault ? 'unpaid' : 'paid';
    const now = await save({ ...session, payment_intent, payment_status });
    // As at Stripe, nobody waits for it.
    tell(`payment_intent.${fault ? 'payment_failed' : 'succeeded'}`, now).catch(() => {});
    return fault ? decline(payment_intent, response) : shown(now);
  }

  function decline(intent: Intent, response: ServerResponse): void {
    json(response, 402, { error: { ...intent.last_payment_error, payment_intent: intent } });
  }

  /** What `of` finds in the sessions, newest first, by the filters of Stripe's lists. */
  async function list(
    url: string,
    query: URLSearchParams,
    of: (session: Session) => Listed[],
  ): Promise<object> {
    const from = Number(query.get('created[gte]') ?? 0);
    const to = Number(query.get('created[lt]') ?? Number.POSITIVE_INFINITY);
    const [intent, charge] = [query.get('payment_intent'), query.get('charge')];
    const customer = query.get('customer');
    const data = (await readAll())
      .filter(({ payment_intent: its }) => intent === null || its?.id === intent)
      .filter(({ payment_intent: its }) => charge === null || its?.latest_charge?.id === charge)
      .filter(({ customer: its }) => customer === null || its === customer)
      .flatMap(of)
      .filter(({ created = 0 }) => created >= from && created < to)
      .sort((a, b) => (b.created ?? 0) - (a.created ?? 0) || (a.id < b.id ? 1 : -1));
    const after = query.get('starting_after');
    const first = after === null ? 0 : data.findIndex(({ id }) => id === after) + 1;
    const page = data.slice(first, first + Number(query.get('limit') ?? 10));
    return { object: 'list', url, has_more: first + page.length < data.length, data: page };
  }

  /** What the buttons of the page do. */
  async function act(session: Session, form: URLSearchParams, response: ServerResponse) {
    const card = form.get('card');
    if (session.status !== 'open' || card === 'none') return redirect(response, session.cancel_url);
    if (session.mode === 'setup') {
      const saved = { status: 'complete', url: null, ...savedAs(session, card ?? '') } as const;
      await tell('checkout.session.completed', await save({ ...session, ...saved }));
      return redirect(response, session.success_url);
    }
    if (card === 'declined') return html(response, page(session, 'The card was declined.'));
    if (card === 'second-step') return html(response, secondStep(session));
    const invoice = invoiceOf(url, session.id);
    const paid = { status: 'complete', payment_status: 'paid', url: null, invoice } as const;
    await tell(
      'checkout.session.completed',
      await save({ ...session, ...paid, ...charged(session, card ?? '') }),
    );
    redirect(response, session.success_url);
  }

  /** What the buttons of the receipt do: a refund of the whole or of half, a dispute, and its decision. */
  async function actOnReceipt(session: Session, form: URLSearchParams, response: ServerResponse) {
    const changed = changedBy(form.get('act'), session);
    if (changed) {
      await tell(changed.type, await save(changed.session));
    }
    redirect(response, `${url}/receipts/${session.id}`);
  }

  /** To the service that the browser came from. One attempt: what the service does not hear, it looks up. */
  async function tell(type: string, session: Session): Promise<void> {
    const to = new URL(EVENTS_PATH, session.success_url);
    const { payment_intent: intent, dispute } = session;
    const object = type.startsWith('checkout.')
      ? session
      : type.startsWith('payment_intent.')
        ? intent
        : type.startsWith('charge.dispute.')
          ? dispute
          : { ...intent?.latest_charge, payment_intent: intent?.id };
    const event = { object: 'event', type, data: { object } };
    const payload = JSON.stringify({ id: `evt_${randomUUID()}`, ...event });
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const request = { method: 'POST', headers, body: payload, signal: AbortSignal.timeout(5_000) };
    await fetch(to, request).catch(() => {});
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
    const [, area, id = ''] = pathname.split('/');
    if (area === 'billing') {
      const customer = await readCustomer(id);
      if (!customer) return html(response, document('There is no such customer.'), 404);
      if (request.method !== 'POST') return html(response, billing(customer));
      const form = await formOf(request);
      return html(response, billing(await save({ ...customer, ...detailsOf(form) }), 'Saved.'));
    }
    if (area === 'invoices') {
      const session = await read(id);
      if (!session?.invoice) return html(response, document('There is no such invoice.'), 404);
      const lines = linesOf(session, await readCustomer(session.customer ?? ''));
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdfOf(lines));
      return;
    }
    if (area === 'pay' || area === 'receipts') {
      const session = await read(id);
      if (!session) return html(response, document('There is no such checkout.'), 404);
      if (request.method === 'POST') {
        const form = await formOf(request);
        return area === 'pay'
          ? act(session, form, response)
          : actOnReceipt(session, form, response);
      }
      if (area === 'receipts') {
        const customer = await readCustomer(session.customer ?? '');
        return html(response, receipt(session, linesOf(session, customer)));
      }
      return html(response, page(session));
    }
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return json(response, 401, {
        error: { type: 'invalid_request_error', message: 'Invalid API Key' },
      });
    }
    return serveApi(request, response, { pathname, searchParams });
  }

  /** The part of Stripe's API. */
  async function serveApi(
    request: IncomingMessage,
    response: ServerResponse,
    { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  ): Promise<void> {
    const operation = `${request.method} ${pathname}`;
    const key = String(request.headers['idempotency-key'] ?? Date.now());
    const listed = LISTS[operation];
    if (listed) return json(response, 200, await list(pathname, searchParams, listed));
    if (operation === 'GET /v1/balance')
      return json(response, 200, balanceOf((await readAll()).flatMap(transactionsOf)));
    if (operation === 'POST /v1/checkout/sessions') {
      const form = await formOf(request);
      if (!(await readCustomer(form.get('customer') ?? ''))) return missing(response, 'customer');
      return json(response, 200, await create(form, key));
    }
    if (operation === 'POST /v1/customers') {
      const id = `cus_${hashOf(key).slice(0, 14)}`;
      return json(response, 200, (await readCustomer(id)) ?? (await save(newCustomer(id))));
    }
    if (operation === 'POST /v1/billing_portal/sessions')
      return openBilling(await formOf(request), response);
    if (operation === 'POST /v1/invoices') {
      const made = await draft(await formOf(request), key);
      if (!made) return missing(response, 'default_payment_method');
      return json(response, 200, invoiceObjectOf(made));
    }
    if (operation === 'POST /v1/invoiceitems') {
      const form = await formOf(request);
      const of = await read(sessionOf(form.get('invoice') ?? ''));
      if (!of) return missing(response, 'invoice');
      const cents = Number(form.get('amount'));
      if (!of.payment_intent) await save({ ...of, ...pricedAt(cents, of.is_taxed === true) });
      const item = { object: 'invoiceitem', id: `ii_${hashOf(key).slice(0, 14)}` };
      return json(response, 200, { ...item, amount: cents, currency: of.currency });
    }
    const [, , area, id = '', act] = pathname.split('/');
    if (area === 'customers') {
      const customer = await readCustomer(id);
      if (!customer) return missing(response, 'id');
      if (request.method === 'GET') return json(response, 200, customer);
      const form = await formOf(request);
      return json(response, 200, await save({ ...customer, address: addressOf(form, 'address') }));
    }
    const session = await read(area === 'checkout' ? (act ?? '') : sessionOf(id));
    if (request.method === 'POST' && area === 'payment_methods' && act === 'detach' && session) {
      if (session.is_detached) return missing(response, 'payment_method');
      await save({ ...session, is_detached: true });
      return json(response, 200, session.setup_intent?.payment_method ?? {});
    }
    if (area === 'invoices' && session?.is_automatic) {
      const form = request.method === 'POST' ? await formOf(request) : new URLSearchParams();
      return bill(session, act ?? '', form, response);
    }
    if (request.method === 'POST' && area === 'payment_intents' && session?.payment_intent) {
      const form = await formOf(request);
      const of = { payment: form.get('metadata[payment]'), invoice: form.get('metadata[invoice]') };
      const metadata = { payment: of.payment ?? '', invoice: of.invoice ?? '' };
      const payment_intent = { ...session.payment_intent, metadata };
      await save({ ...session, payment_intent });
      return json(response, 200, payment_intent);
    }
    const found = area === 'payment_intents' ? session?.payment_intent : session;
    if (request.method === 'GET' && found) {
      const isWhole = [...searchParams.values()].includes('customer');
      const customer = isWhole && session && (await readCustomer(session.customer ?? ''));
      return json(response, 200, { ...found, ...(customer && { customer }) });
    }
    missing(response, 'id');
  }

  /** The page itself; what Stripe saves of it here is the way back. */
  async function openBilling(form: URLSearchParams, response: ServerResponse): Promise<void> {
    const customer = await readCustomer(form.get('customer') ?? '');
    if (!customer) return missing(response, 'customer');
    const { id, return_url } = await save({
      ...customer,
      return_url: form.get('return_url') ?? '',
    });
    const page = { object: 'billing_portal.session', id: `bps_${randomUUID()}`, customer: id };
    json(response, 200, { ...page, created: seconds(), return_url, url: `${url}/billing/${id}` });
  }

  function missing(response: ServerResponse, param: string): void {
    const error = { type: 'invalid_request_error', code: 'resource_missing', param };
    json(response, 404, { error: { ...error, message: 'There is no such object.' } });
  }

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    route(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else json(response, 500, { error: { type: 'api_error', message: 'The sandbox failed.' } });
    });
  };
  const server = await listenAsBefore(answer, port, folder);
  url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * On a port that a process had before, whose open checkouts have it in their address. Each port is the name of an empty
 * file. A port that another process of the service has is left to it.
 */
async function listenAsBefore(answer: RequestListener, port: number, folder: string) {
  const before = (await readdir(folder)).flatMap((name) => PORT.exec(name)?.[1] ?? []);
  for (const tried of port === 0 ? [...before.map(Number), 0] : [port]) {
    const server = createServer(answer);
    const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      server.once('error', resolve);
      server.listen({ port: tried, host: '127.0.0.1', exclusive: port === 0 }, () =>
        resolve(undefined),
      );
    });
    if (failure) {
      if (tried === port || failure.code !== 'EADDRINUSE') throw failure;
      continue;
    }
    await writeFile(join(folder, `port-${(server.address() as AddressInfo).port}`), '');
    return server;
  }
  throw new Error('no port is free');
}

const PORT = /^port-([0-9]+)$/;

type Listed = Session | Refund | Dispute | Intent | BalanceTransaction;

const LISTS: Record<string, (session: Session) => Listed[]> = {
  'GET /v1/checkout/sessions': (session) => (session.is_automatic ? [] : [session]),
  'GET /v1/payment_intents': ({ payment_intent: intent }) => (intent ? [intent] : []),
  'GET /v1/refunds': ({ refunds }) => refunds,
  'GET /v1/disputes': ({ dispute }) => (dispute ? [dispute] : []),
  'GET /v1/balance_transactions': transactionsOf,
};

const seconds = () => Math.floor(Date.now() / 1_000);
const hashOf = (key: string) => createHash('sha1').update(key).digest('hex');

/** Cards that can be saved, and what becomes of later charges. */
const LATER: Record<string, { card: string; error?: { code: string; message: string } }> = {
  '4242': { card: 'succeeds' },
  '0341': {
    card: 'declined',
    error: { code: 'card_declined', message: 'Your card was declined.' },
  },
  '3184': {
    card: 'second-step',
    error: {
      code: 'authentication_required',
      message: 'Your card was declined. This transaction requires authentication.',
    },
  },
};

/** The members that a session gets when its card is saved. */
function savedAs(session: Session, card: string): Pick<Session, 'setup_intent'> {
  const [, , hash] = session.id.split('_');
  const fingerprint = fingerprintOf(session, card);
  const [last4 = '4242'] = Object.entries(LATER).find(([, its]) => its.card === card) ?? [];
  const year = new Date().getUTCFullYear() + 3;
  const payment_method: Method = {
    ...{ object: 'payment_method', id: `pm_${hash}`, type: 'card' },
    billing_details: { address: CARD_ADDRESS },
    card: { brand: 'visa', last4, exp_month: 12, exp_year: year, fingerprint },
  };
  return { setup_intent: { object: 'setup_intent', id: `seti_${hash}`, payment_method } };
}

/** Of each card that is saved. */
const CARD_ADDRESS = {
  line1: '1 Sandbox Street',
  postal_code: '10119',
  city: 'Berlin',
  country: 'DE',
};

function newCustomer(id: string): Customer {
  const tax_ids = { object: 'list' as const, url: `/v1/customers/${id}/tax_ids` };
  return {
    ...{ object: 'customer', id, created: seconds(), name: null, address: null, return_url: '' },
    tax_ids: { ...tax_ids, has_more: false, data: [] },
  };
}

function addressOf(form: URLSearchParams, at: string): Address {
  const part = (name: string) => (form.get(`${at}[${name}]`) ?? '').slice(0, 200);
  return {
    ...{ line1: part('line1'), postal_code: part('postal_code') },
    ...{ city: part('city'), country: part('country') },
  };
}

/** What somebody entered on the page of billing details. */
function detailsOf(form: URLSearchParams): Pick<Customer, 'name' | 'address' | 'tax_ids'> {
  const text = (name: string) => (form.get(name) ?? '').trim().slice(0, 200);
  const value = text('taxId');
  const id: TaxId = { object: 'tax_id', id: `txi_${hashOf(value)}`, type: 'eu_vat', value };
  const data = value === '' ? [] : [id];
  return {
    ...{ name: text('name') || null, address: addressOf(form, 'address') },
    tax_ids: { object: 'list', url: '/v1/tax_ids', has_more: false, data },
  };
}

const letterOf = ({ name, address, tax_ids: { data } }: Customer): string[] =>
  [
    ...[name, address?.line1, address && `${address.postal_code} ${address.city}`.trim()],
    ...[address?.country, ...data.map(({ value }) => `Tax id ${value}`)],
  ].filter((line) => line != null && line !== '') as string[];

/** What is paid for this many cents of credit. */
function pricedAt(cents: number, isTaxed: boolean) {
  const amount_tax = isTaxed ? Math.round(cents * TAX_RATE) : 0;
  return {
    ...{ amount_subtotal: cents, amount_total: cents + amount_tax },
    total_details: { amount_tax },
  };
}

/** The invoice of a saved card, as Stripe's API has it. */
function invoiceObjectOf(session: Session): object {
  const { id, payment_intent: intent, customer, currency, metadata, invoice } = session;
  const [, , hash] = id.split('_');
  const payment = intent && { type: 'payment_intent', payment_intent: intent.id };
  const paidBy = payment && { object: 'invoice_payment', id: `inpay_${hash}`, payment };
  const status = !intent ? 'draft' : (STATES_OF_INVOICES[intent.status] ?? 'open');
  return {
    ...{ object: 'invoice', id: `in_${hash}`, status, customer, currency, metadata, ...invoice },
    ...{ subtotal: session.amount_subtotal, total: session.amount_total },
    total_excluding_tax: session.amount_subtotal,
    payments: {
      object: 'list',
      url: '/v1/invoice_payments',
      has_more: false,
      data: paidBy ? [paidBy] : [],
    },
  };
}

const STATES_OF_INVOICES: Record<string, string> = { succeeded: 'paid', canceled: 'void' };

function invoiceOf(url: string, session: string): Invoice {
  const [, , hash] = session.split('_');
  const links = {
    hosted_invoice_url: `${url}/receipts/${session}`,
    invoice_pdf: `${url}/invoices/${session}`,
  };
  return { object: 'invoice', id: `in_${hash}`, ...links };
}

/** What an invoice and a receipt say. */
function linesOf(session: Session, customer: Customer | undefined): string[] {
  const { amount_subtotal, amount_total, total_details, currency, created, invoice } = session;
  const words = (amount: number) => inWords({ amount_total: amount, currency });
  const { amount_tax } = total_details;
  return [
    ...(invoice ? [`Invoice ${invoice.id.slice(0, 15)}`] : []),
    new Date(created * 1_000).toISOString().slice(0, 10),
    ...(customer ? letterOf(customer) : []),
    `Credit: ${words(amount_subtotal)}`,
    ...(amount_tax > 0 ? [`Tax: ${words(amount_tax)}`] : []),
    `Total: ${words(amount_total)}, paid by card`,
  ];
}

/** A page with these lines, of the characters that the fonts of every reader have. */
function pdfOf(lines: readonly string[]): Buffer {
  const shown = lines.map((line) =>
    line.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').replace(/[\\()]/g, '\\$&'),
  );
  const text = `BT /F1 12 Tf 18 TL 72 760 Td ${shown.map((line) => `(${line}) '`).join(' ')} ET`;
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 ${font} >> >> >>`,
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const trailer = `trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(
    `${file}xref\n0 5\n0000000000 65535 f \n${places.join('')}${trailer}`,
    'latin1',
  );
}

/** The members that a session gets when it is paid. */
function charged(session: Session, card: string): Pick<Session, 'payment_intent'> {
  const { id, metadata, amount_total: amount, currency } = session;
  const [, , hash] = id.split('_');
  const paid = { created: seconds(), amount, currency, status: 'succeeded' } as const;
  const intent = { object: 'payment_intent', id: `pi_${hash}`, metadata, ...paid } as const;
  const charge = chargeOf(hash!, fingerprintOf(session, card));
  return { payment_intent: { ...intent, latest_charge: charge } };
}

/** Each customer has a card of its own; one more is the same for all of them. */
const fingerprintOf = ({ customer }: Session, card: string) =>
  hashOf(card === 'shared' ? card : (customer ?? '')).slice(0, 16);

function chargeOf(hash: string, fingerprint: string): Charge {
  return {
    ...{ object: 'charge', id: `ch_${hash}`, amount_refunded: 0, disputed: false },
    payment_method_details: { type: 'card', card: { fingerprint } },
  };
}

/** The session after the button of its receipt, with the event that Stripe sends; undefined if nothing changes. */
function changedBy(
  act: string | null,
  session: Session,
): { session: Session; type: string } | undefined {
  const { payment_intent: intent, amount_total: total, refunds, dispute } = session;
  const charge = intent?.latest_charge;
  if (!intent || !charge) return undefined;
  const entry = (amount: number) => ({
    ...{ id: `re_${randomUUID()}`, created: seconds(), amount, payment_intent: intent.id },
  });
  const withCharge = (more: Partial<Charge>): Pick<Session, 'payment_intent'> => ({
    payment_intent: { ...intent, latest_charge: { ...charge, ...more } },
  });
  const left = total - charge.amount_refunded;
  if (act === 'refund' || act === 'refund-half') {
    const amount = act === 'refund' ? left : Math.min(left, Math.ceil(total / 2));
    if (amount === 0 || (dispute && dispute.status !== 'won')) return undefined;
    const more = withCharge({ amount_refunded: charge.amount_refunded + amount });
    const refund = { object: 'refund' as const, ...entry(amount) };
    return {
      session: { ...session, ...more, refunds: [...refunds, refund] },
      type: 'charge.refunded',
    };
  }
  if (act === 'contest' && !dispute && left > 0) {
    const opened = { object: 'dispute', ...entry(left), status: 'needs_response' } as const;
    const changed = { ...session, ...withCharge({ disputed: true }), dispute: opened };
    return { session: changed, type: 'charge.dispute.created' };
  }
  if ((act === 'won' || act === 'lost') && dispute?.status === 'needs_response')
    return {
      session: { ...session, dispute: { ...dispute, status: act, decided: seconds() } },
      type: 'charge.dispute.closed',
    };
  return undefined;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MAX_BODY_BYTES) throw new Error('the form is too large');
  }
  return new URLSearchParams(text);
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end();
}

function html(response: ServerResponse, text: string, status = 200): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
    })
    .end(text);
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const inWords = ({ amount_total: cents, currency }: Pick<Session, 'amount_total' | 'currency'>) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);

function page(session: Session, fault = ''): string {
  if (session.status !== 'open') return document(`<h1>This checkout is ${session.status}.</h1>`);
  if (session.mode === 'setup')
    return document(`
    <p class="note">Sandbox: no money moves, and no card is needed.</p>
    <h1>Save a card</h1>
    <form method="post">
      <button name="card" value="succeeds" class="main" autofocus>Save a card</button>
      <button name="card" value="shared">Save a card that other customers use as well</button>
      <button name="card" value="declined">Save a card that is declined later</button>
      <button name="card" value="second-step">Save a card that needs a second step each time</button>
      <button name="card" value="none">Go back without a card</button>
    </form>`);
  return document(`
    <p class="note">Sandbox: no money moves, and no card is needed.</p>
    <h1>Pay ${inWords(session)}</h1>
    ${fault && `<p class="fault" role="alert">${fault}</p>`}
    <form method="post">
      <button name="card" value="succeeds" class="main" autofocus>Pay ${inWords(session)}</button>
      <button name="card" value="second-step">Pay with a card that needs a second step</button>
      <button name="card" value="shared">Pay with a card that other customers use as well</button>
      <button name="card" value="declined">Pay with a card that is declined</button>
      <button name="card" value="none">Go back without paying</button>
    </form>`);
}

const secondStep = (session: Session) =>
  document(`
    <p class="note">Sandbox: this is where a bank asks its customer.</p>
    <h1>Confirm ${inWords(session)}</h1>
    <form method="post">
      <button name="card" value="succeeds" class="main" autofocus>Confirm</button>
      <button name="card" value="declined">Refuse</button>
    </form>`);

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function billing(customer: Customer, news = ''): string {
  const { name, address, tax_ids, return_url } = customer;
  const field = (label: string, member: string, value: string | null | undefined) =>
    `<label>${label}<input name="${member}" maxlength="200" value="${escaped(value ?? '')}"></label>`;
  return document(`
    <p class="note">Sandbox: what invoices have at their top.</p>
    <h1>Billing details</h1>
    ${news && `<p role="status">${news}</p>`}
    <form method="post">
      ${field('Name', 'name', name)}
      ${field('Street', 'address[line1]', address?.line1)}
      ${field('Postal code', 'address[postal_code]', address?.postal_code)}
      ${field('City', 'address[city]', address?.city)}
      ${field('Country', 'address[country]', address?.country)}
      ${field('Tax id', 'taxId', tax_ids.data[0]?.value)}
      <button class="main">Save</button>
    </form>
    <p><a href="${escaped(return_url)}">Go back</a></p>`);
}

const receipt = (session: Session, lines: readonly string[]) =>
  document(`<p class="note">Sandbox: no money moved.</p><h1>Receipt</h1>
    ${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}
    ${session.invoice ? `<p><a href="${session.invoice.invoice_pdf}">Invoice as PDF</a></p>` : ''}
    ${statusOf(session)}
    <form method="post">${buttonsOf(session)}</form>
    <p class="note">${session.id}</p>`);

function statusOf({ payment_intent: intent, dispute, currency }: Session): string {
  const refunded = intent?.latest_charge?.amount_refunded ?? 0;
  const words = [
    ...(refunded > 0 ? [`${inWords({ amount_total: refunded, currency })} was refunded.`] : []),
    ...(dispute ? [DISPUTES[dispute.status]] : []),
  ];
  return words.map((text) => `<p class="fault">${text}</p>`).join('');
}

const DISPUTES = {
  needs_response: 'The payer contests this payment.',
  won: 'The bank decided for the shop.',
  lost: 'The bank decided for the payer.',
};

const button = (act: string, words: string) =>
  `<button name="act" value="${act}">${words}</button>`;

/** What can still happen to the payment. */
function buttonsOf({ payment_intent: intent, amount_total: total, dispute }: Session): string {
  if (dispute?.status === 'needs_response')
    return (
      button('won', 'As the bank: decide for the shop') +
      button('lost', 'As the bank: decide for the payer')
    );
  const charge = intent?.latest_charge;
  if (!charge || dispute?.status === 'lost' || charge.amount_refunded >= total) return '';
  return [
    ...[
      button('refund-half', 'As the shop: refund half'),
      button('refund', 'As the shop: refund all'),
    ],
    dispute ? '' : button('contest', 'As the payer: contest the payment'),
  ].join('');
}

/** Nothing in it comes from a request but numbers, ids that were checked, and text that was escaped. */
const document = (body: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Checkout sandbox</title><style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 26rem; margin: 12vh auto; padding: 0 1.25rem }
  h1 { font-size: 1.6rem; letter-spacing: -0.02em; margin: 0.5rem 0 1.5rem }
  .note { opacity: 0.7; font-size: 0.9rem; margin: 0 }
  .fault { border-left: 3px solid #d92d20; padding-left: 0.75rem }
  label { display: grid; gap: 0.2rem }
  input { font: inherit; padding: 0.5rem 0.7rem; border-radius: 0.6rem; border: 1px solid #8886; background: none; color: inherit }
  form { display: grid; gap: 0.6rem; margin-bottom: 1rem }
  button { font: inherit; padding: 0.7rem 1rem; border-radius: 0.6rem; border: 1px solid #8886; background: none; color: inherit; cursor: pointer }
  .main { background: #1f6feb; border-color: #1f6feb; color: #fff; font-weight: 600 }
</style><body>${body}</body></html>`;
