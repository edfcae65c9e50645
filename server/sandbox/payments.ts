/**
 * A sandbox for payments, on loopback: the part of Stripe's API that the service uses, and the page on which somebody
 * pays with a card that succeeds, is declined, or needs a second step. The receipt is also the desk of the shop, which
 * refunds, and of the bank, at which the payer contests. No money moves. Checkouts are files in one
 * folder, which all processes of a service share and which a restart keeps.
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

export interface PaymentSandboxOptions {
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
  metadata: { payment?: string };
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
  invoice: { object: 'invoice'; hosted_invoice_url: string } | null;
  payment_intent: { object: 'payment_intent'; id: string; latest_charge: Charge } | null;
  /** Not a member of Stripe's: what its lists of refunds and disputes have of this session. */
  refunds: Refund[];
  dispute: Dispute | null;
}

interface Charge {
  object: 'charge';
  id: string;
  amount_refunded: number;
  disputed: boolean;
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
}

const MAX_BODY_BYTES = 65_536;
/** As in the contract of the dashboard. */
const EVENTS_PATH = '/v1/dashboard/payment-events';
const SESSION = /^cs_test_[0-9a-f]{40}$/;

/** Rejects if the port is not available. */
export async function startPaymentSandbox(options: PaymentSandboxOptions): Promise<PaymentSandbox> {
  const { port, folder, secretKey, webhookSecret } = options;
  const stripe = new Stripe(secretKey);
  await mkdir(folder, { recursive: true });
  const fileOf = (id: string) => join(folder, `${id}.json`);
  let url = '';

  async function save(session: Session): Promise<Session> {
    const draft = `${fileOf(session.id)}.${process.pid}`;
    await writeFile(draft, JSON.stringify(session));
    await rename(draft, fileOf(session.id));
    return session;
  }

  async function read(id: string): Promise<Session | undefined> {
    if (!SESSION.test(id)) return undefined;
    const text = await readFile(fileOf(id), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const session = JSON.parse(text) as Session;
    if (session.status !== 'open' || session.expires_at * 1_000 > Date.now()) return session;
    return save({ ...session, status: 'expired', url: null });
  }

  async function create(form: URLSearchParams, key: string): Promise<Session> {
    const id = `cs_test_${createHash('sha1').update(key).digest('hex')}`;
    const known = await read(id);
    if (known) return known;
    const cents = Number(form.get('line_items[0][price_data][unit_amount]'));
    return save({
      ...{
        id,
        object: 'checkout.session',
        metadata: { payment: form.get('metadata[payment]') ?? '' },
      },
      ...{ created: seconds(), expires_at: Number(form.get('expires_at')) },
      ...{ status: 'open', payment_status: 'unpaid', amount_subtotal: cents, amount_total: cents },
      currency: form.get('line_items[0][price_data][currency]') ?? 'usd',
      url: `${url}/pay/${id}`,
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
      ...{ invoice: null, payment_intent: null, refunds: [], dispute: null },
    });
  }

  /** What `of` finds in the sessions, newest first, by the filters of Stripe's lists. */
  async function list(
    url: string,
    query: URLSearchParams,
    of: (session: Session) => (Session | Refund | Dispute)[],
  ): Promise<object> {
    const from = Number(query.get('created[gte]') ?? 0);
    const [intent, charge] = [query.get('payment_intent'), query.get('charge')];
    const ids = (await readdir(folder)).map((name) => name.replace(/\.json$/, ''));
    const data = (await Promise.all(ids.map(read)))
      .filter((session) => session !== undefined)
      .filter(({ payment_intent: its }) => intent === null || its?.id === intent)
      .filter(({ payment_intent: its }) => charge === null || its?.latest_charge.id === charge)
      .flatMap(of)
      .filter(({ created }) => created >= from)
      .sort((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1));
    const after = query.get('starting_after');
    const first = after === null ? 0 : data.findIndex(({ id }) => id === after) + 1;
    const page = data.slice(first, first + Number(query.get('limit') ?? 10));
    return { object: 'list', url, has_more: first + page.length < data.length, data: page };
  }

  /** What the buttons of the page do. */
  async function act(session: Session, form: URLSearchParams, response: ServerResponse) {
    const card = form.get('card');
    if (session.status !== 'open' || card === 'none') return redirect(response, session.cancel_url);
    if (card === 'declined') return html(response, page(session, 'The card was declined.'));
    if (card === 'second-step') return html(response, secondStep(session));
    const invoice = {
      object: 'invoice' as const,
      hosted_invoice_url: `${url}/receipts/${session.id}`,
    };
    const paid = { status: 'complete', payment_status: 'paid', url: null, invoice } as const;
    await tell(
      'checkout.session.completed',
      await save({ ...session, ...paid, ...charged(session.id) }),
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
    if (area === 'pay' || area === 'receipts') {
      const session = await read(id);
      if (!session) return html(response, document('There is no such checkout.'), 404);
      if (request.method === 'POST') {
        const form = await formOf(request);
        return area === 'pay'
          ? act(session, form, response)
          : actOnReceipt(session, form, response);
      }
      if (area === 'receipts') return html(response, receipt(session));
      return html(response, page(session));
    }
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return json(response, 401, {
        error: { type: 'invalid_request_error', message: 'Invalid API Key' },
      });
    }
    const operation = `${request.method} ${pathname}`;
    if (operation === 'POST /v1/checkout/sessions') {
      const key = String(request.headers['idempotency-key'] ?? Date.now());
      return json(response, 200, await create(await formOf(request), key));
    }
    const listed = LISTS[operation];
    if (listed) return json(response, 200, await list(pathname, searchParams, listed));
    const session = await read(pathname.split('/').at(-1) ?? '');
    if (request.method === 'GET' && session) return json(response, 200, session);
    json(response, 404, {
      error: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: 'No such session',
      },
    });
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

const LISTS: Record<string, (session: Session) => (Session | Refund | Dispute)[]> = {
  'GET /v1/checkout/sessions': (session) => [session],
  'GET /v1/refunds': ({ refunds }) => refunds,
  'GET /v1/disputes': ({ dispute }) => (dispute ? [dispute] : []),
};

const seconds = () => Math.floor(Date.now() / 1_000);

/** The members that a session gets when it is paid. */
function charged(session: string): Pick<Session, 'payment_intent'> {
  const [, , hash] = session.split('_');
  const id = `ch_${hash}`;
  const latest_charge: Charge = { object: 'charge', id, amount_refunded: 0, disputed: false };
  return { payment_intent: { object: 'payment_intent', id: `pi_${hash}`, latest_charge } };
}

/** The session after the button of its receipt, with the event that Stripe sends; undefined if nothing changes. */
function changedBy(
  act: string | null,
  session: Session,
): { session: Session; type: string } | undefined {
  const { payment_intent: intent, amount_total: total, refunds, dispute } = session;
  if (!intent) return undefined;
  const charge = intent.latest_charge;
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
      session: { ...session, dispute: { ...dispute, status: act } },
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
  return document(`
    <p class="note">Sandbox: no money moves, and no card is needed.</p>
    <h1>Pay ${inWords(session)}</h1>
    ${fault && `<p class="fault" role="alert">${fault}</p>`}
    <form method="post">
      <button name="card" value="succeeds" class="main" autofocus>Pay ${inWords(session)}</button>
      <button name="card" value="second-step">Pay with a card that needs a second step</button>
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

const receipt = (session: Session) =>
  document(`<p class="note">Sandbox: no money moved.</p><h1>Receipt</h1>
    <p>${inWords(session)} for credit, paid by card.</p>
    ${statusOf(session)}
    <form method="post">${buttonsOf(session)}</form>
    <p class="note">${session.id}</p>`);

function statusOf({ payment_intent: intent, dispute, currency }: Session): string {
  const refunded = intent?.latest_charge.amount_refunded ?? 0;
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
  if (!intent || dispute?.status === 'lost' || intent.latest_charge.amount_refunded >= total)
    return '';
  return [
    ...[
      button('refund-half', 'As the shop: refund half'),
      button('refund', 'As the shop: refund all'),
    ],
    dispute ? '' : button('contest', 'As the payer: contest the payment'),
  ].join('');
}

/** Nothing in it comes from a request but numbers and ids that were checked. */
const document = (body: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Checkout sandbox</title><style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 26rem; margin: 12vh auto; padding: 0 1.25rem }
  h1 { font-size: 1.6rem; letter-spacing: -0.02em; margin: 0.5rem 0 1.5rem }
  .note { opacity: 0.7; font-size: 0.9rem; margin: 0 }
  .fault { border-left: 3px solid #d92d20; padding-left: 0.75rem }
  form { display: grid; gap: 0.6rem; margin-bottom: 1rem }
  button { font: inherit; padding: 0.7rem 1rem; border-radius: 0.6rem; border: 1px solid #8886; background: none; color: inherit; cursor: pointer }
  .main { background: #1f6feb; border-color: #1f6feb; color: #fff; font-weight: 600 }
</style><body>${body}</body></html>`;
