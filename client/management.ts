/**
 * What a workspace is set up with: customers and their budgets, keys, webhook endpoints, alerts, saved exports and credit. A
 * separate entry point, because programs that only create runs do not load it. Calls are retried like those of the client,
 * but a file is requested once, since it is read as a stream.
 */
import { type ResponsePromise, responding } from './answers.ts';
import { bodyOf } from './body.ts';
import type { CallOptions } from './call-options.ts';
import type {
  Alert,
  AlertList,
  AlertSettings,
  ApiKey,
  ApiKeyList,
  AutoRecharge,
  Billing,
  BillingPage,
  CardSetup,
  CreateApiKey,
  CreateCustomer,
  CreateCustomerGrant,
  CreatedApiKey,
  CreatedWebhookEndpoint,
  CreatePayment,
  CreateSavedExport,
  CreateWebhookEndpoint,
  Customer,
  CustomerGrant,
  CustomerGrantList,
  CustomerList,
  CustomerSettings,
  CustomerSummary,
  Entry,
  EntryList,
  ErasedCustomer,
  Grant,
  GrantList,
  operations,
  Payment,
  PaymentList,
  RevokedApiKey,
  RotateApiKey,
  RotatedApiKey,
  RotateWebhookSecret,
  SavedExport,
  SavedExportList,
  SpendingCustomer,
  SpendingCustomerList,
  UpdateAlertSettings,
  UpdateApiKey,
  UpdateAutoRecharge,
  UpdateCustomer,
  UpdateCustomerSettings,
  UpdateWebhookEndpoint,
  Wallet,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointList,
} from './contract.ts';
import { type DownloadOptions, download } from './download.ts';
import { UsageError } from './errors.ts';
import { createClient } from './index.ts';
import { createKeyed, type KeyedOptions } from './keyed.ts';
import { momentOf } from './moments.ts';
import { type Paged, paged } from './paging.ts';
import { NotFoundError } from './problems.ts';
import { type ClientOptions, readSettings } from './settings.ts';
import { type Attempt, createTransport } from './transport.ts';

type Query<Operation extends ListOperation> = NonNullable<
  operations[Operation]['parameters']['query']
>;
type ListOperation =
  | ('listCustomers' | 'listCustomerSpending' | 'listCustomerGrants')
  | ('listApiKeys' | 'listEndpoints' | 'listEndpointMessages')
  | ('listAlerts' | 'listSavedExports')
  | ('listBillingEntries' | 'listBillingGrants' | 'listBillingPayments');

/** `limit` is the page size; the list continues with further pages. */
export type CustomerFilters = Omit<Query<'listCustomers'>, 'cursor'>;
export type CustomerSpendingFilters = Omit<Query<'listCustomerSpending'>, 'cursor'>;
export type CustomerGrantFilters = Omit<Query<'listCustomerGrants'>, 'cursor'>;
export type KeyFilters = Omit<Query<'listApiKeys'>, 'cursor'>;
export type EndpointFilters = Omit<Query<'listEndpoints'>, 'cursor'>;
export type MessageFilters = Omit<Query<'listEndpointMessages'>, 'cursor'>;
export type AlertFilters = Omit<Query<'listAlerts'>, 'cursor'>;
export type SavedExportFilters = Omit<Query<'listSavedExports'>, 'cursor'>;
export type WalletEntryFilters = Omit<Query<'listBillingEntries'>, 'cursor'>;
export type GrantFilters = Omit<Query<'listBillingGrants'>, 'cursor'>;
export type PaymentFilters = Omit<Query<'listBillingPayments'>, 'cursor'>;
export type { KeyedOptions } from './keyed.ts';

/** The key needs `customers:read`, or `customers:write`. */
export interface Customers {
  /**
   * Makes a customer before its first run, or returns the one that the request key made. Throws `CustomerExistsError` if
   * the workspace has the end user already.
   */
  create(customer: CreateCustomer, options?: KeyedOptions): ResponsePromise<Customer>;
  /** Lists customers, newest first. */
  list(filters?: CustomerFilters, options?: CallOptions): Paged<CustomerSummary, CustomerList>;
  /** Lists customers with what their runs were charged in a month: who was charged most first, unless `sort` says otherwise. */
  spending(
    filters: CustomerSpendingFilters,
    options?: CallOptions,
  ): Paged<SpendingCustomer, SpendingCustomerList>;
  /** Gets one customer with its budgets, its balance and its month. Throws `NotFoundError` if there is none. */
  get(endUserId: string, options?: CallOptions): ResponsePromise<Customer>;
  /**
   * Changes what is given; null removes it. `{ state: 'blocked' }` refuses its runs from then on, and
   * `{ hasBalance: false }` ends its prepaid balance.
   */
  update(
    endUserId: string,
    change: UpdateCustomer,
    options?: CallOptions,
  ): ResponsePromise<Customer>;
  /**
   * Erases a customer and what its runs were asked and answered. Repeat it while `openRuns` is above 0. Throws
   * `NotFoundError` if there is none, also once an earlier attempt of this call has erased it.
   */
  erase(endUserId: string, options?: CallOptions): ResponsePromise<ErasedCustomer>;
  /** Adds an amount, in units, to the prepaid balance of a customer. The first grant begins the balance. */
  grant(
    endUserId: string,
    grant: CreateCustomerGrant,
    options?: KeyedOptions,
  ): ResponsePromise<CustomerGrant>;
  /** Lists what the customer was granted, newest first. */
  grants(
    endUserId: string,
    filters?: CustomerGrantFilters,
    options?: CallOptions,
  ): Paged<CustomerGrant, CustomerGrantList>;
  /** Gets one grant with what is left of it. Throws `NotFoundError` if there is none. */
  getGrant(
    endUserId: string,
    grantId: string,
    options?: CallOptions,
  ): ResponsePromise<CustomerGrant>;
  /** Takes what is left of a grant. */
  revokeGrant(
    endUserId: string,
    grantId: string,
    options?: CallOptions,
  ): ResponsePromise<CustomerGrant>;
  /** The budgets of customers that have none of their own. */
  settings(options?: CallOptions): ResponsePromise<CustomerSettings>;
  updateSettings(
    change: UpdateCustomerSettings,
    options?: CallOptions,
  ): ResponsePromise<CustomerSettings>;
}

/** The key needs `keys:read`, or `keys:write`. */
export interface Keys {
  /**
   * Makes a key within the rights of the calling one; `secret` is shown only now. If the answer is lost, the repeat throws
   * a `ConflictError` with `keyId`: revoke that key, and make another one with a new request key.
   */
  create(key: CreateApiKey, options?: KeyedOptions): ResponsePromise<CreatedApiKey>;
  /** Lists keys, newest first. */
  list(filters?: KeyFilters, options?: CallOptions): Paged<ApiKey, ApiKeyList>;
  get(id: string, options?: CallOptions): ResponsePromise<ApiKey>;
  /** Changes what is given; null removes a limit. */
  update(id: string, change: UpdateApiKey, options?: CallOptions): ResponsePromise<ApiKey>;
  /** Replaces the key by one with the same rights and money. Sent once: the text of the new key can be lost. */
  rotate(id: string, rotation: RotateApiKey, options?: CallOptions): ResponsePromise<RotatedApiKey>;
  /** Refuses the key from now on. */
  revoke(id: string, options?: CallOptions): ResponsePromise<RevokedApiKey>;
}

/** The key needs `webhooks:read`, or `webhooks:write` and `models:read`; for events of customers, `customers:read` too. */
export interface WebhookEndpoints {
  /**
   * Makes an endpoint; `secret` is shown only now. If the answer is lost, the repeat throws a `ConflictError`, whose problem
   * has `endpointId`: rotate the secret of that endpoint.
   */
  create(
    endpoint: CreateWebhookEndpoint,
    options?: KeyedOptions,
  ): ResponsePromise<CreatedWebhookEndpoint>;
  /** Lists endpoints, newest first. */
  list(
    filters?: EndpointFilters,
    options?: CallOptions,
  ): Paged<WebhookEndpoint, WebhookEndpointList>;
  get(id: string, options?: CallOptions): ResponsePromise<WebhookEndpoint>;
  update(
    id: string,
    change: UpdateWebhookEndpoint,
    options?: CallOptions,
  ): ResponsePromise<WebhookEndpoint>;
  /** Deletes an endpoint with its messages. Resolves once it does not exist, also if it never did. */
  delete(id: string, options?: CallOptions): ResponsePromise<void>;
  /** Gives the endpoint a new secret. Sent once: a second rotation ends the secret before the first one. */
  rotate(
    id: string,
    rotation: RotateWebhookSecret,
    options?: CallOptions,
  ): ResponsePromise<CreatedWebhookEndpoint>;
  /** Lists what the endpoint was sent, newest first. */
  messages(
    id: string,
    filters?: MessageFilters,
    options?: CallOptions,
  ): Paged<WebhookDelivery, WebhookDeliveryList>;
  /** Sends a message once more. */
  resend(id: string, messageId: string, options?: CallOptions): ResponsePromise<WebhookDelivery>;
}

/** The key needs `webhooks:read`, or `webhooks:write`. */
export interface Alerts {
  /** Lists thresholds that were crossed, newest first. The key needs `models:read` as well. */
  list(filters?: AlertFilters, options?: CallOptions): Paged<Alert, AlertList>;
  /** The thresholds, and who gets an email. */
  settings(options?: CallOptions): ResponsePromise<AlertSettings>;
  /** Changes what is given; null turns an alert off. */
  updateSettings(
    change: UpdateAlertSettings,
    options?: CallOptions,
  ): ResponsePromise<AlertSettings>;
}

/** The key needs `exports:read`, or `exports:write`. */
export interface SavedExports {
  /** Saves what to export, or returns what the request key saved. Throws a `ConflictError` if the workspace has too many. */
  create(saved: CreateSavedExport, options?: KeyedOptions): ResponsePromise<SavedExport>;
  /** Lists saved exports, newest first. */
  list(filters?: SavedExportFilters, options?: CallOptions): Paged<SavedExport, SavedExportList>;
  /** Gets one saved export. Throws `NotFoundError` if there is none. */
  get(id: string, options?: CallOptions): ResponsePromise<SavedExport>;
  /** Deletes a saved export. Resolves once it does not exist, also if it never did. */
  delete(id: string, options?: CallOptions): ResponsePromise<void>;
  /**
   * The file as a stream: read it to its end, or cancel it. A stream that ends with an error is only a part of the file.
   * `at` is the moment whose period it has: by default, the present one. Throws a `ProblemError` or `ConnectionError`. Not
   * retried.
   */
  file(
    id: string,
    period?: { at?: string | Date },
    options?: DownloadOptions,
  ): ResponsePromise<ReadableStream<Uint8Array>>;
}

/** The key needs `billing:read`, or `billing:write`. */
export interface WalletBilling {
  /** What the wallet has available, holds and owes, and the amounts that can be paid. */
  wallet(options?: CallOptions): ResponsePromise<Wallet>;
  /** Lists the movements of credit, newest first. */
  entries(filters?: WalletEntryFilters, options?: CallOptions): Paged<Entry, EntryList>;
  /** Lists credit that the operator gave, newest first. */
  grants(filters?: GrantFilters, options?: CallOptions): Paged<Grant, GrantList>;
  /**
   * Starts a payment, or returns the one that the request key started: somebody pays on its `checkoutUrl`. Throws a
   * `ConflictError` if the deployment takes no payments.
   */
  createPayment(payment: CreatePayment, options?: KeyedOptions): ResponsePromise<Payment>;
  /** Lists payments by card, newest first. */
  payments(filters?: PaymentFilters, options?: CallOptions): Paged<Payment, PaymentList>;
  /** Gets one payment. The wallet has its credit once its `state` is `succeeded`. */
  getPayment(id: string, options?: CallOptions): ResponsePromise<Payment>;
  /** What is charged by itself when the wallet runs low, and to which card. */
  recharge(options?: CallOptions): ResponsePromise<AutoRecharge>;
  /** Sets all terms of the auto-recharge, which is on once a person has saved a card. */
  setRecharge(terms: UpdateAutoRecharge, options?: CallOptions): ResponsePromise<AutoRecharge>;
  /** Removes the auto-recharge and the saved card. */
  removeRecharge(options?: CallOptions): ResponsePromise<void>;
  /** A page on which a person saves the card for the auto-recharge. */
  openCardPage(options?: CallOptions): ResponsePromise<CardSetup>;
  /** The name, the address and the tax ids that invoices have. */
  details(options?: CallOptions): ResponsePromise<Billing>;
  /** A page on which a person changes the billing details and sees all invoices. */
  openDetailsPage(options?: CallOptions): ResponsePromise<BillingPage>;
}

export interface Management {
  alerts: Alerts;
  billing: WalletBilling;
  customers: Customers;
  keys: Keys;
  savedExports: SavedExports;
  webhookEndpoints: WebhookEndpoints;
}

/** Takes the options of `createClient`. Sends nothing. */
export function createManagement(options: ClientOptions = {}): Management {
  const calls = createCalls(options);
  return {
    alerts: createAlerts(calls),
    billing: createBilling(calls),
    customers: createCustomers(calls),
    keys: createKeys(calls),
    savedExports: createSavedExports(calls),
    webhookEndpoints: createWebhookEndpoints(calls),
  };
}

function createCustomers({ create, list, call }: Calls): Customers {
  const all = '/v1/developer/customers';
  const settings = '/v1/developer/customer-settings';
  const at = (endUserId: string) => `${all}/${segment(endUserId, 'an end user, as runs name it')}`;
  const grantsOf = (endUserId: string) => `${at(endUserId)}/grants`;
  const grantAt = (endUserId: string, grantId: string) =>
    `${grantsOf(endUserId)}/${segment(grantId, 'the id of a grant, cgr_...')}`;
  return {
    create: (customer, options) => create(() => all, customer, options),
    list: (filters, options) => list(() => all, filters, options),
    spending: (filters, options) => list(() => '/v1/developer/customer-spending', filters, options),
    get: (endUserId, options) => call('GET', () => at(endUserId), options),
    update: (endUserId, change, options) => call('PATCH', () => at(endUserId), options, change),
    erase: (endUserId, options) => call('DELETE', () => at(endUserId), options),
    grant: (endUserId, grant, options) => create(() => grantsOf(endUserId), grant, options),
    grants: (endUserId, filters, options) => list(() => grantsOf(endUserId), filters, options),
    getGrant: (endUserId, grantId, options) =>
      call('GET', () => grantAt(endUserId, grantId), options),
    revokeGrant: (endUserId, grantId, options) =>
      call('POST', () => `${grantAt(endUserId, grantId)}/revoke`, options),
    settings: (options) => call('GET', () => settings, options),
    updateSettings: (change, options) => call('PATCH', () => settings, options, change),
  };
}

function createKeys({ create, list, call }: Calls): Keys {
  const all = '/v1/developer/keys';
  const at = (id: string) => `${all}/${segment(id, 'the id of a key, key_...')}`;
  return {
    create: (key, options) => create(() => all, key, options),
    list: (filters, options) => list(() => all, filters, options),
    get: (id, options) => call('GET', () => at(id), options),
    update: (id, change, options) => call('PATCH', () => at(id), options, change),
    rotate: (id, rotation, options) =>
      call('POST', () => `${at(id)}/rotate`, { ...options, maxRetries: 0 }, rotation),
    revoke: (id, options) => call('POST', () => `${at(id)}/revoke`, options),
  };
}

function createWebhookEndpoints({ create, list, call, remove }: Calls): WebhookEndpoints {
  const all = '/v1/developer/webhook-endpoints';
  const at = (id: string) => `${all}/${segment(id, 'the id of an endpoint, whe_...')}`;
  return {
    create: (endpoint, options) => create(() => all, endpoint, options),
    list: (filters, options) => list(() => all, filters, options),
    get: (id, options) => call('GET', () => at(id), options),
    update: (id, change, options) => call('PATCH', () => at(id), options, change),
    delete: (id, options) => remove(() => at(id), options),
    rotate: (id, rotation, options) =>
      call('POST', () => `${at(id)}/rotate`, { ...options, maxRetries: 0 }, rotation),
    messages: (id, filters, options) => list(() => `${at(id)}/messages`, filters, options),
    resend: (id, messageId, options) =>
      call(
        'POST',
        () => `${at(id)}/messages/${segment(messageId, 'the id of a message, msg_...')}/resend`,
        options,
      ),
  };
}

function createAlerts({ list, call }: Calls): Alerts {
  const [all, settings] = ['/v1/developer/alerts', '/v1/developer/alert-settings'];
  return {
    list: (filters, options) => list(() => all, filters, options),
    settings: (options) => call('GET', () => settings, options),
    updateSettings: (change, options) => call('PATCH', () => settings, options, change),
  };
}

function createSavedExports({ create, list, call, remove, read }: Calls): SavedExports {
  const all = '/v1/developer/saved-exports';
  const at = (id: string) => `${all}/${segment(id, 'the id of a saved export, exp_...')}`;
  return {
    create: (saved, options) => create(() => all, saved, options),
    list: (filters, options) => list(() => all, filters, options),
    get: (id, options) => call('GET', () => at(id), options),
    delete: (id, options) => remove(() => at(id), options),
    file: (id, period, options) =>
      read(() => {
        const moment = period?.at === undefined ? {} : { at: momentOf('at', period.at) };
        return `${at(id)}/file?${new URLSearchParams(moment)}`;
      }, options),
  };
}

function createBilling({ create, list, call }: Calls): WalletBilling {
  const all = '/v1/developer/billing';
  const [payments, recharge, details] = [
    `${all}/payments`,
    `${all}/auto-recharge`,
    `${all}/details`,
  ];
  return {
    wallet: (options) => call('GET', () => `${all}/wallet`, options),
    entries: (filters, options) => list(() => `${all}/entries`, filters, options),
    grants: (filters, options) => list(() => `${all}/grants`, filters, options),
    createPayment: (payment, options) => create(() => payments, payment, options),
    payments: (filters, options) => list(() => payments, filters, options),
    getPayment: (id, options) =>
      call('GET', () => `${payments}/${segment(id, 'the id of a payment, pay_...')}`, options),
    recharge: (options) => call('GET', () => recharge, options),
    setRecharge: (terms, options) => call('PUT', () => recharge, options, terms),
    removeRecharge: (options) => call('DELETE', () => recharge, options),
    openCardPage: (options) => call('POST', () => `${recharge}/card`, options),
    details: (options) => call('GET', () => details, options),
    openDetailsPage: (options) => call('POST', () => `${details}/page`, options),
  };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Calls = ReturnType<typeof createCalls>;

/** The callers know the types of what they send and get. */
function createCalls(given: ClientOptions) {
  const raw = createClient(given) as unknown as Record<
    Method,
    (path: string, init: object) => ReturnType<Attempt>
  >;
  const settings = readSettings(given);
  const send = createTransport(settings);
  const call = <Data>(
    method: Method,
    path: () => string,
    options: CallOptions | undefined,
    body?: object,
  ) =>
    responding(options, async (listening) => {
      const to = path();
      const sent = body && bodyOf(body);
      const { data } = await send<Data>((init) => raw[method](to, { ...init, ...sent }), listening);
      return data!;
    });
  return {
    call,

    remove: (path: () => string, options: CallOptions | undefined) =>
      responding(options, async (listening) => {
        try {
          await call('DELETE', path, listening);
        } catch (error) {
          // An earlier attempt may have deleted it.
          if (!(error instanceof NotFoundError)) throw error;
        }
      }),

    read: (path: () => string, options: DownloadOptions | undefined) =>
      responding(options, async (listening) => download(settings, path(), listening)),

    create: <Data>(path: () => string, body: object, options: KeyedOptions | undefined) =>
      responding(options, async (call) => {
        const to = path();
        const post = (init: object) => raw.POST(to, init);
        const { data } = await createKeyed<Data>(send, post, body, call);
        return data!;
      }),

    list: <Item, Page extends { data: Item[]; nextCursor: string | null }>(
      path: () => string,
      filters: object | undefined,
      options: CallOptions | undefined,
    ) =>
      paged<Item, Page>(filters, options, async (query, call) => {
        const params = { query };
        const { data } = await send<Page>((init) => raw.GET(path(), { ...init, params }), call);
        return data!;
      }),
  };
}

/** A part of a path, which must not read something else. */
function segment(text: string, what: string): string {
  if (typeof text === 'string' && !/^\.{0,2}$|[\p{Cc}\p{Surrogate}]/u.test(text)) {
    return encodeURIComponent(text);
  }
  throw new UsageError(`Give ${what}.`);
}
