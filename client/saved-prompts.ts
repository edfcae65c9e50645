/** The functions for prompts: each is built from the raw client and adds what it lacks. */

import type { Client } from 'openapi-fetch';
import { type ResponsePromise, responding } from './answers.ts';
import { serialise } from './body.ts';
import type { CallOptions } from './call-options.ts';
import type {
  CreatePromptVersion,
  PlainPaths,
  Prompt,
  PromptDiff,
  PromptList,
  PromptUsage,
  PromptVersion,
  PromptVersionList,
  PromptVersionSummary,
  RenderedPrompt,
  RenderPrompt,
} from './contract.ts';
import { annotate, callBack, UsageError } from './errors.ts';
import { type Paged, paged } from './paging.ts';
import { isProblem } from './problems.ts';
import { checkRequestKey, headerOf, newRequestKey } from './request-keys.ts';
import { checkSignal, type Send } from './transport.ts';

export interface SaveOptions extends CallOptions {
  /** A request key that was saved before, in its bare form. Without it a new one is made. */
  idempotencyKey?: string | undefined;
  /** Called and awaited with the request key before anything is sent: the moment to save it. */
  onRequestKey?: (requestKey: string) => unknown;
}

export interface SavedVersion {
  version: PromptVersion;
  /** The request key that it was saved with. */
  requestKey: string;
  /** Whether it was there before, so that this request saved nothing. */
  replayed: boolean;
}

export interface LabelOptions extends CallOptions {
  /**
   * The version that the label is on, as `get`, `save` or `label` of this client gave it. Where the label was moved
   * since, the move is refused with a `PreconditionFailedError`.
   */
  ifOn?: PromptVersion;
}

/** What a version is read by: its number, or a label. Without either it is `production`. */
export type Which = Pick<RenderPrompt, 'version' | 'label'>;

export interface Prompts {
  /**
   * Saves the next version of a prompt. Sent again, with the same request key and body, after connection errors, 408, 429
   * and 5xx. `VersionConflictError` where `parentVersion` is not the latest one, `InvalidPromptError` with pointers.
   */
  save(version: CreatePromptVersion, options?: SaveOptions): ResponsePromise<SavedVersion>;
  /** One version. `NotFoundError` if there is no such prompt, version or label. */
  get(name: string, which?: Which, options?: CallOptions): ResponsePromise<PromptVersion>;
  /** The prompts of the workspace, by name. */
  list(filters?: { limit?: number }, options?: CallOptions): Paged<Prompt, PromptList>;
  /** The versions of a prompt, newest first, without what they say. */
  versions(
    name: string,
    filters?: { limit?: number },
    options?: CallOptions,
  ): Paged<PromptVersionSummary, PromptVersionList>;
  /** Puts a label on a version, and gives that. `LabelProtectedError` where only admins move it, in the dashboard. */
  label(
    name: string,
    label: string,
    version: number,
    options?: LabelOptions,
  ): ResponsePromise<PromptVersion>;
  /** Messages for a model run, and its attribution. `InvalidVariablesError` points at each value that is wrong. */
  render(
    name: string,
    request?: RenderPrompt,
    options?: CallOptions,
  ): ResponsePromise<RenderedPrompt>;
  /** What differs between two versions. */
  diff(name: string, from: number, to: number, options?: CallOptions): ResponsePromise<PromptDiff>;
  /** What the model runs of a prompt used and cost, by version: of the last 30 days, or of another span. */
  usage(
    name: string,
    span?: { from?: string | Date; to?: string | Date },
    options?: CallOptions,
  ): ResponsePromise<PromptUsage>;
}

const PATH = '/v1/developer/observability/prompts';

export function createPrompts(raw: Client<PlainPaths>, send: Send): Prompts {
  // Of versions as they were given here: a tag is no member of theirs.
  const tags = new WeakMap<PromptVersion, string>();

  const tagged: Tagged = (data, headers) => {
    const tag = headers.get('ETag');
    if (tag) tags.set(data!, tag);
    return data!;
  };

  const prompts: Prompts = {
    ...createReads(raw, send),

    save: createSave(raw, send, tagged),

    get: (name, which, options) =>
      responding(options, async (call) => {
        const params = { path: { name: checkName(name) }, query: withoutNulls(which) };
        const { data, headers } = await send<PromptVersion>(
          (init) => raw.GET(`${PATH}/{name}`, { ...init, params }),
          call,
        );
        return tagged(data, headers);
      }),

    label: (name, label, version, options) =>
      responding(options, async ({ ifOn, ...call }) => {
        const tag = ifOn && tags.get(ifOn);
        if (ifOn && tag === undefined) {
          throw new UsageError('ifOn is no version as this client gave it: read it again.');
        }
        const header = tag === undefined ? {} : { 'If-Match': tag };
        const params = { path: { name: checkName(name), label: checkName(label) }, header };
        try {
          const { data, headers } = await send<PromptVersion>(
            (init) =>
              raw.PUT(`${PATH}/{name}/labels/{label}`, { ...init, params, body: { version } }),
            call,
          );
          return tagged(data, headers);
        } catch (error) {
          if (!isProblem(error, 'precondition_failed')) throw error;
          // It may be this very move, whose answer was lost.
          const now = await prompts.get(name, { label }, call).catch(() => undefined);
          if (now?.version === version) return now;
          throw error;
        }
      }),
  };
  return prompts;
}

/** Remembers the tag of a version that came. */
type Tagged = (data: PromptVersion | undefined, headers: Headers) => PromptVersion;

function createSave(raw: Client<PlainPaths>, send: Send, tagged: Tagged): Prompts['save'] {
  return (version, options) =>
    responding(options, async ({ idempotencyKey, onRequestKey, ...call }) => {
      const requestKey = checkRequestKey(idempotencyKey ?? newRequestKey(), 'idempotencyKey');
      try {
        const text = serialise(version);
        checkSignal(call.signal);
        await callBack(onRequestKey, requestKey);
        const header = { 'Idempotency-Key': headerOf(requestKey) };
        const { data, headers } = await send<PromptVersion>(
          (init) =>
            raw.POST(PATH, {
              ...{ ...init, params: { header }, body: version, bodySerializer: () => text },
            }),
          call,
        );
        const replayed = headers.get('Idempotent-Replayed') === 'true';
        return { version: tagged(data, headers), requestKey, replayed };
      } catch (error) {
        throw annotate(error, { requestKey });
      }
    });
}

type Reads = Pick<Prompts, 'list' | 'versions' | 'render' | 'diff' | 'usage'>;

function createReads(raw: Client<PlainPaths>, send: Send): Reads {
  return {
    list: (filters, options) =>
      paged(options, async (cursor, call) => {
        const params = { query: { ...filters, ...(cursor !== undefined && { cursor }) } };
        const { data } = await send<PromptList>((init) => raw.GET(PATH, { ...init, params }), call);
        return data!;
      }),

    versions: (name, filters, options) =>
      paged(options, async (cursor, call) => {
        const query = { ...filters, ...(cursor !== undefined && { cursor }) };
        const params = { path: { name: checkName(name) }, query };
        const { data } = await send<PromptVersionList>(
          (init) => raw.GET(`${PATH}/{name}/versions`, { ...init, params }),
          call,
        );
        return data!;
      }),

    render: (name, request, options) =>
      responding(options, async (call) => {
        const body = request ?? {};
        const text = serialise(body);
        const params = { path: { name: checkName(name) } };
        const { data } = await send<RenderedPrompt>(
          (init) =>
            raw.POST(`${PATH}/{name}/render`, {
              ...{ ...init, params, body, bodySerializer: () => text },
            }),
          call,
        );
        return data!;
      }),

    diff: (name, from, to, options) =>
      responding(options, async (call) => {
        const params = { path: { name: checkName(name) }, query: { from, to } };
        const { data } = await send<PromptDiff>(
          (init) => raw.GET(`${PATH}/{name}/diff`, { ...init, params }),
          call,
        );
        return data!;
      }),

    usage: (name, { from, to } = {}, options) =>
      responding(options, async (call) => {
        const query = {
          ...(from !== undefined && { from: momentOf(from) }),
          ...(to !== undefined && { to: momentOf(to) }),
        };
        const params = { path: { name: checkName(name) }, query };
        const { data } = await send<PromptUsage>(
          (init) => raw.GET(`${PATH}/{name}/usage`, { ...init, params }),
          call,
        );
        return data!;
      }),
  };
}

/** The list, its neighbors, and what a path can't carry. */
const NO_NAME = /^\.{0,2}$|[\p{Cc}\p{Surrogate}]/u;

function checkName(name: string): string {
  if (typeof name === 'string' && !NO_NAME.test(name)) return name;
  throw new UsageError('Give the name of a prompt or of a label.');
}

/** In a query, what is null is absent. */
function withoutNulls({ version, label }: Which = {}): { version?: number; label?: string } {
  return { ...(version != null && { version }), ...(label != null && { label }) };
}

function momentOf(moment: string | Date): string {
  if (typeof moment === 'string') return moment;
  if (Number.isNaN(moment.getTime())) throw new UsageError('A moment is an invalid date.');
  return moment.toISOString();
}
