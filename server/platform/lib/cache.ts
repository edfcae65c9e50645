/**
 * Values by key, limited in number or in total size: beyond the limit, the least recently used values are dropped;
 * `peek` does not count as a use. Memory is used only for stored values. Of the library's own limits, only that of
 * sizes does so: `max` reserves room for all values at once, which for the caches of a service took 30 MB and a tenth
 * of its start.
 */
import { LRUCache } from 'lru-cache';

export type Cache<Value extends object | string | number | true, Context = unknown> = LRUCache<
  string,
  Value,
  Context
>;

type Options<Value extends object | string | number | true, Context> = Omit<
  LRUCache.OptionsBase<string, Value, Context>,
  'max' | 'maxSize' | 'sizeCalculation'
> & {
  /** Default: 1, so that the limit is a number of values. */
  sizeOf?: (value: Value) => number;
};

export function createCache<Value extends object | string | number | true, Context = unknown>(
  most: number,
  { sizeOf = () => 1, ...options }: Options<Value, Context> = {},
): Cache<Value, Context> {
  return new LRUCache<string, Value, Context>({
    ...options,
    maxSize: most,
    sizeCalculation: sizeOf,
    // Each look-up reads the clock. Otherwise the library caches the time, with a timer for each millisecond.
    ttlResolution: 0,
  });
}
