/** Payments of many histories, on the real functions: their payment provider is the history. */
import { type Checkout, createPayments, ForgedEvent } from '../../server/payments/index.ts';
import { selectCollectable } from '../../server/payments/store.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { invariant } from '../../server/platform/lib/errors.ts';
import { Problem } from '../../server/platform/lib/problem.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { paymentProviderOf } from '../support/payment-provider.ts';
import type { Tenant } from './harness.ts';
import {
  happen,
  type ModelPayment,
  newRecord,
  type Pay,
  type Report,
  returnsOf,
  taxOf,
  versionOf,
} from './model.ts';

/** A payment at the provider. */
export interface OpenPayment extends Pick<ModelPayment, 'amount' | 'versions'> {
  id: string;
}

type FoundPayment = Pick<
  ModelPayment,
  'state' | 'returned' | 'takenBack' | 'isDisputed' | 'isChargedBack'
>;

const LISTED_ON_A_PAGE = 7;
const MOST_TURNS = 100;
const UNIT = { currency: 'USD', scale: 9 };

export function createPaymentHarness(db: Db) {
  const made = new Map<string, OpenPayment>();
  let listed: Checkout[] = [];

  function toCheckout({ id, amount, versions }: OpenPayment, behind: number): Checkout {
    const record = versionOf(versions, behind);
    return {
      ...{ reference: `checkout ${id}`, payment: id, state: record.state },
      ...{ amount, tax: taxOf(amount), currency: UNIT.currency, ...returnsOf(record, amount) },
      ...{ url: undefined, receiptUrl: undefined, invoiceUrl: undefined },
    };
  }

  const provider = paymentProviderOf({
    createCustomer: (workspace) => Promise.resolve(`customer ${workspace}`),
    createCheckout({ id, amount }) {
      const open = { id, amount, versions: [newRecord()] };
      made.set(id, open);
      return Promise.resolve(toCheckout(open, 0));
    },
    /** The reference of an event says by how many versions the record is old that is read for it. */
    readCheckout(reference) {
      const [, id = '', behind = '0'] = reference.split(' ');
      const open = made.get(id);
      return Promise.resolve(open && toCheckout(open, Number(behind)));
    },
    checkoutsSince(_, cursor) {
      const from = Number(cursor ?? 0);
      const to = from + LISTED_ON_A_PAGE;
      const next = to < listed.length ? String(to) : undefined;
      return Promise.resolve({ checkouts: listed.slice(from, to), next });
    },
    readEvent(body, signature) {
      if (signature === 'forged') throw new ForgedEvent();
      return { reference: body.toString(), isSetup: false };
    },
  });

  /** A new process each time: it answers several reads within a second from memory. */
  const payments = () =>
    createPayments({
      ...{ db, provider: () => Promise.resolve(provider), unit: UNIT, suspendAt: 0 },
      bounds: { least: 1, most: 1_000, step: 1 },
      log: createLog({ level: 'silent' }),
    });

  async function pay(tenant: Tenant, { payment, amount }: Pay): Promise<string> {
    const asked = { workspace: tenant.workspace, amount, requestKey: `payment-${payment}` };
    const actor = { by_key: tenant.walletKey };
    const answer = await payments()
      .create({ ...asked, actor, returnUrl: () => '' })
      .catch(codeOf);
    if (typeof answer === 'string') return answer;
    const { id } = answer.payment;
    if (answer.replayed) return 'replayed';
    tenant.payments.set(payment, made.get(id)!);
    // Nothing but the history looks it up.
    await db.query(`update payment set next_look_up = 'infinity' where id = $1`, [id]);
    return 'created';
  }

  /** What each is answered, in order. */
  async function report(requests: { tenant: Tenant; command: Report }[]): Promise<string[]> {
    if (requests.length === 0) return [];
    const opened = requests.map(({ tenant: { workspace, payments }, command }) => ({
      ...{ workspace, command, open: payments.get(command.payment) },
    }));
    for (const { open, command } of opened) if (open) happen(open, command);
    listed = opened.flatMap(({ open, command: { by, behind } }) =>
      open && by === 'list' ? [toCheckout(open, behind)] : [],
    );
    const using = payments();
    const search = listed.length > 0 ? using.find() : undefined;
    const send = (reference: string, signature = 'signed') =>
      using.receive(Buffer.from(reference), signature).then(() => 'heard', codeOf);
    const answers = opened.map(async ({ workspace, open, command }) => {
      const { by, behind, isTwice } = command;
      const reference = `checkout ${open?.id ?? 'of others'}`;
      if (by === 'forgery') return send(reference, 'forged');
      await Promise.all([
        by === 'event' && send(`${reference} ${behind}`),
        by === 'read' && open && using.get(workspace, open.id),
        isTwice && send(reference),
      ]);
      return 'heard';
    });
    await search;
    return Promise.all(answers);
  }

  /** A worker takes what is owed, until nothing can be taken. */
  async function collect(): Promise<void> {
    for (let turns = 0; (await selectCollectable(db, 1)).length > 0; turns += 1) {
      invariant(turns < MOST_TURNS, 'what can be taken is taken');
      await payments().lookUp();
    }
  }

  /** By their ids. */
  async function look() {
    return await db.query<{ id: string } & FoundPayment>(
      `select id, state, returned, taken_back as "takenBack", is_disputed as "isDisputed",
         charged_back_at is not null as "isChargedBack" from payment`,
    );
  }

  return { pay, report, collect, look };
}

function codeOf(error: unknown): string {
  if (error instanceof Problem) return error.code;
  throw error;
}
