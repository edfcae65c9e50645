/** Adds up by how much a counter rises while work is done. */
export interface Meter {
  during<T>(work: () => Promise<T>): Promise<T>;
  spent(): number;
}

/** `between` tells by how much the second reading is above the first. */
export function createMeter<Reading>(
  read: () => Promise<Reading>,
  between: (start: Reading, end: Reading) => number,
): Meter {
  let spent = 0;
  return {
    async during(work) {
      const start = await read();
      const result = await work();
      spent += between(start, await read());
      return result;
    },
    spent: () => spent,
  };
}
