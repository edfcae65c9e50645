/**
 * Broadcast: the service sends the spans of a workspace's runs to the workspace's own OTLP destinations. The functions
 * of `runs` select the spans in the transaction that ends a run; this folder sends them, and manages destinations, as
 * people and operators do. Public ids name them, the values of their headers are secret and never shown, and the audit
 * trail contains every change.
 */
import { randomBytes } from 'node:crypto';
import { recordEvent } from '../audit-trail/index.ts';
import { KINDS } from '../kinds.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { HIGHEST_UUID, idToUuid, newUuid, uuidToId } from '../platform/lib/ids.ts';
import { type Fault, invalidRequest, Problem } from '../platform/lib/problem.ts';
import { createDestinations as createAgent, faultOfUrl } from '../platform/outbound/index.ts';
import { sendTo } from './broadcasting.ts';
import { bodyOf, type Compression, type Encoding, keyValues } from './otlp.ts';
import {
  type Destination,
  type DestinationChange,
  deleteDestination,
  insertDestination,
  lockDestination,
  selectDestination,
  selectDestinations,
  selectDestinationsPage,
  selectTarget,
  updateDestination,
} from './store.ts';

export { startBroadcasting } from './broadcasting.ts';
export { COMPRESSIONS, ENCODINGS } from './otlp.ts';
export {
  countWaitingSpans,
  type Destination,
  selectDestinations as listDestinations,
} from './store.ts';

export const DESTINATION_PREFIX = 'dst';
/** The maximum of one workspace. */
const MOST_DESTINATIONS = 10;

interface Header {
  name: string;
  value: string;
}

interface DestinationsOptions {
  db: Db;
  /** Whether destinations may have private addresses and use no TLS. */
  allowsPrivate: boolean;
}

export interface DestinationInput {
  name: string;
  url: string;
  encoding?: Encoding;
  compression?: Compression;
  headers?: readonly Header[];
  kinds?: readonly string[];
  includeContent?: boolean;
}

export type DestinationChanges = Partial<DestinationInput> & { isDisabled?: boolean };

/** What a destination answered to a test span. */
interface TestResult {
  isTaken: boolean;
  status?: number;
  /** Why the destination did not accept it, or its message when it did. */
  detail?: string;
  durationMs: number;
  traceId: string;
}

/** Who acts: a workspace, and the user; without a user, the command line. */
interface Caller {
  workspace: string;
  actor?: string;
}

export type Destinations = ReturnType<typeof createDestinationKeeping>;

export function createDestinationKeeping({ db, allowsPrivate }: DestinationsOptions) {
  const check = (input: DestinationChanges) => refuseFaults(input, allowsPrivate);
  return {
    async create({ workspace, actor }: Caller, input: DestinationInput): Promise<Destination> {
      await check(input);
      const { headers = [], kinds = KINDS.map(({ kind }) => kind), includeContent = false } = input;
      const { name, url, encoding = 'protobuf', compression = 'gzip' } = input;
      const id = newUuid();
      const shown = { name, url, encoding, compression, kinds: once(kinds), includeContent };
      return db.transaction(async (tx) => {
        const given = { workspace, id, ...shown, headers: asRecord(headers), createdBy: actor };
        if (!(await insertDestination(tx, given, MOST_DESTINATIONS))) {
          const detail = `A workspace can have at most ${MOST_DESTINATIONS} destinations.`;
          throw new Problem('conflict', detail);
        }
        await recordEvent(
          tx,
          workspace,
          'destination_created',
          { destination: id, ...shown },
          actor,
        );
        return lookUp(tx, workspace, uuidToId(DESTINATION_PREFIX, id));
      });
    },

    /** The waiting spans of a disabled destination are sent if it is enabled again before they are too old. */
    async change({ workspace, actor }: Caller, id: string, changes: DestinationChanges) {
      await check(changes);
      const { headers, kinds, isDisabled, ...others } = changes;
      const uuid = uuidOf(id);
      return db.transaction(async (tx) => {
        const before = await lockDestination(tx, workspace, uuid);
        if (!before) throw noDestination();
        refuseLeak(before, changes);
        const shown = { ...others, ...(kinds && { kinds: once(kinds) }) };
        const change: DestinationChange = {
          ...shown,
          ...(headers && { headers: asRecord(headers) }),
          ...(isDisabled !== undefined && { isDisabled }),
        };
        if (Object.keys(change).length > 0) {
          await updateDestination(tx, { workspace, id: uuid }, change);
          const status = isDisabled ? 'disabled' : 'enabled';
          const details = {
            ...{ destination: uuid, ...shown },
            ...(headers && { headers: Object.keys(asRecord(headers)) }),
            ...(isDisabled !== undefined && { status }),
          };
          await recordEvent(tx, workspace, 'destination_changed', details, actor);
        }
        return lookUp(tx, workspace, id);
      });
    },

    /** With its waiting spans. */
    async remove({ workspace, actor }: Caller, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const { id: destination, name, url } = await lookUp(tx, workspace, id);
        if (!(await deleteDestination(tx, workspace, destination))) throw noDestination();
        await recordEvent(tx, workspace, 'destination_deleted', { destination, name, url }, actor);
      });
    },

    ...createReads(db),
    test: createTest(db, allowsPrivate),
  };
}

function createReads(db: Db) {
  return {
    list: (workspace: string): Promise<Destination[]> => selectDestinations(db, workspace),

    /** Newest first. */
    async page(workspace: string, page: { limit: number; before?: string | undefined }) {
      const { limit, before = HIGHEST_UUID } = page;
      const rows = await selectDestinationsPage(db, { workspace, before, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
    },

    get: (workspace: string, id: string): Promise<Destination> => lookUp(db, workspace, id),
  };
}

/** Sends a test span without a run at once, and returns the result. Saves nothing of it. */
function createTest(db: Db, allowsPrivate: boolean) {
  return async (workspace: string, id: string): Promise<TestResult> => {
    const target = await selectTarget(db, workspace, uuidOf(id));
    if (!target) throw noDestination();
    const traceId = randomBytes(16).toString('hex');
    const now = String(BigInt(Date.now()) * 1_000_000n);
    const span = {
      ...{ traceId, spanId: randomBytes(8).toString('hex'), name: 'test span', kind: 1 },
      ...{ startTimeUnixNano: now, endTimeUnixNano: now, status: { code: 1 } },
      attributes: keyValues({ 'model_run_api.test': true }),
    };
    const body = await bodyOf(uuidToId('wsp', workspace), [span], target);
    const agent = createAgent(allowsPrivate);
    const begun = performance.now();
    try {
      const { status, verdict } = await sendTo(body, { agent, target, spans: 1, allowsPrivate });
      return {
        isTaken: verdict.is === 'taken' && verdict.rejected === 0,
        ...(status !== undefined && { status }),
        ...(verdict.error !== undefined && { detail: verdict.error }),
        durationMs: Math.round(performance.now() - begun),
        traceId,
      };
    } finally {
      await agent.destroy();
    }
  };
}

const once = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

function uuidOf(id: string): string {
  const uuid = idToUuid(DESTINATION_PREFIX, id);
  if (uuid === undefined) throw noDestination();
  return uuid;
}

async function lookUp(db: Queryable, workspace: string, id: string): Promise<Destination> {
  const destination = await selectDestination(db, workspace, uuidOf(id));
  if (destination) return destination;
  throw noDestination();
}

const noDestination = () =>
  new Problem('not_found', 'There is no such destination in this workspace.');

async function refuseFaults(
  { name, url, headers = [] }: DestinationChanges,
  allowsPrivate: boolean,
): Promise<void> {
  const ofUrl = url === undefined ? undefined : await faultOfUrl(url, allowsPrivate);
  const isNamed = name === undefined || (name.trim() !== '' && name.length <= MOST_NAME_CHARS);
  const errors: Fault[] = [
    ...(isNamed ? [] : [{ pointer: '#/name', detail: NAME_RULE, code: 'min_length' } as const]),
    ...(ofUrl === undefined
      ? []
      : [{ pointer: '#/url', detail: ofUrl, code: 'forbidden' } as const]),
    ...faultsOfHeaders(headers),
  ];
  const [first] = errors;
  if (!first) return;
  const what = WORDS[first.pointer ?? ''] ?? 'A header';
  throw new Problem('invalid_request', `${what} ${first.detail}.`, { errors });
}

const MOST_NAME_CHARS = 100;
const NAME_RULE = `must have from 1 to ${MOST_NAME_CHARS} characters`;
const WORDS: Record<string, string> = { '#/url': 'The address', '#/name': 'The name' };

/** A person who may change an address must not get the headers sent to their own: they cannot read the headers. */
function refuseLeak(
  before: { url: string; headers: Record<string, string> },
  { url, headers }: DestinationChanges,
): void {
  const isElsewhere = url !== undefined && new URL(url).origin !== new URL(before.url).origin;
  if (!isElsewhere || headers || Object.keys(before.headers).length === 0) return;
  const detail = 'must be given again, because the address leads to another host';
  throw invalidRequest({ pointer: '#/headers', detail, code: 'required' }, 'The headers');
}

const MOST_HEADERS = 16;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
const VALUE = /^[\x20-\x7E]{1,4096}$/;
/** The service's own headers, and those that frame a message. */
const OWN = new Set([
  ...['accept-encoding', 'connection', 'content-encoding', 'content-length', 'content-type'],
  ...['expect', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['user-agent', 'forwarded', 'via'],
]);

function faultsOfHeaders(headers: readonly Header[]): Fault[] {
  if (headers.length > MOST_HEADERS) {
    return [
      {
        pointer: '#/headers',
        detail: `must have at most ${MOST_HEADERS} headers`,
        code: 'max_items',
      },
    ];
  }
  const seen = new Set<string>();
  return headers.flatMap(({ name, value }, i): Fault[] => {
    const at = `#/headers/${i}`;
    const key = name.toLowerCase();
    const isSeen = seen.has(key);
    seen.add(key);
    if (!NAME.test(name)) {
      return [{ pointer: `${at}/name`, detail: 'must be the name of a header', code: 'pattern' }];
    }
    if (OWN.has(key) || key.startsWith('proxy-') || key.startsWith('x-forwarded-')) {
      const detail = 'must not be one that the service or its proxies send themselves';
      return [{ pointer: `${at}/name`, detail, code: 'forbidden' }];
    }
    if (isSeen) return [{ pointer: `${at}/name`, detail: 'must be there once', code: 'duplicate' }];
    if (VALUE.test(value)) return [];
    const detail = 'must be text of visible ASCII characters and spaces';
    return [{ pointer: `${at}/value`, detail, code: 'pattern' }];
  });
}

function asRecord(headers: readonly Header[]): Record<string, string> {
  return Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value.trim()]));
}
