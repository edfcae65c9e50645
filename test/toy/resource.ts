/**
 * A billable resource that only the tests know, to prove that the run kernel serves any: a toy is wound up with a text
 * and plays. It has its own words, prices and facts, and uses the same sandbox as the models, which has an ending for
 * every case. The length of this file is what a new resource costs in lines.
 */

import type { Catalog } from '../../server/model-runs/providers/catalog.ts';
import {
  createRegistry,
  type Provider,
  type Registry,
} from '../../server/model-runs/providers/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import type { JsonValue } from '../../server/platform/lib/json.ts';
import { amountOf, feeOf } from '../../server/platform/lib/money.ts';
import { Problem } from '../../server/platform/lib/problem.ts';
import type { Quote, RunFacts, RunRequest, RunResource } from '../../server/runs/index.ts';
import { type Played, type PlayReport, playedBy, type Winding } from './provider.ts';

export interface ToyRequest extends RunRequest {
  toy: string;
  text: string;
}

interface Terms {
  toy: string;
}

export interface ToyFacts extends RunFacts {
  usage?: { turns?: number; sounds?: number };
}

export interface ToyRunTypes {
  Request: ToyRequest;
  Quote: Quote<Terms>;
  Work: Winding;
  Answer: Played;
  Report: PlayReport;
  Facts: ToyFacts;
}

export interface ToyOptions {
  /** Names the toys, and the provider of each. */
  catalog: Pick<Catalog, 'get'>;
  registry: Registry;
  unit: { scale: number };
  limits: { feeBasisPoints: number };
}

/** The price of a toy for each turn and each sound. */
const PRICES = { turn: '0.00000015', sound: '0.0000006' };
const MOST_SOUNDS = 100;

export function createToyResource(options: ToyOptions): RunResource<ToyRunTypes> {
  const { catalog, registry, unit, limits } = options;
  return {
    kind: 'toy_run',
    idPrefix: 'toy',
    providers: createRegistry(registry.all().map((provider: Provider) => playedBy(provider))),
    passedThrough: new Set(),
    check({ text }) {
      if (text === '') throw new Problem('invalid_request', 'A toy wants a text.');
    },
    quote(request) {
      const toy = catalog.get(request.toy);
      if (!toy) throw new Problem('unknown_model', 'There is no such toy.');
      const base = priceOf(request.text.length + 100, MOST_SOUNDS, unit.scale)!;
      return {
        subject: toy.id,
        provider: toy.provider,
        amount: base + feeOf(base, limits.feeBasisPoints),
        terms: { toy: toy.providerModel },
        text: JSON.stringify({ text: request.text }),
      };
    },
    affordable: () => ({}),
    workOf: (run) => ({
      runId: uuidToId('toy', run.id),
      toy: run.terms.toy,
      text: (JSON.parse(run.request) as { text: string }).text,
      mostSounds: MOST_SOUNDS,
    }),
    factsOf({ turns, sounds }, _terms, before) {
      const usage = {
        ...(turns !== undefined && { turns }),
        ...(sounds !== undefined && { sounds }),
        ...before?.usage,
      };
      return Object.keys(usage).length > 0 ? { usage } : {};
    },
    isCounted: ({ usage }) => usage?.turns !== undefined && usage.sounds !== undefined,
    listAmountOf: ({ usage }, _terms, scale) =>
      usage?.turns === undefined || usage.sounds === undefined
        ? undefined
        : priceOf(usage.turns, usage.sounds, scale),
    storedAnswerOf: ({ heard }): JsonValue => ({ heard }),
    span: { operation: 'play', subject: 'toy.name', attributesOf: () => ({}) },
  };
}

function priceOf(turns: number, sounds: number, scale: number): number | undefined {
  const counts = [
    { price: PRICES.turn, count: turns },
    { price: PRICES.sound, count: sounds },
  ];
  return amountOf(counts, scale);
}
