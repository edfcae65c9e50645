/** Adds up by how much a counter rises during the work. */
interface Meter {
  during<T>(work: () => Promise<T>): Promise<T>;
  spent(): number;
}

/** `between` returns by how much the second reading exceeds the first. */
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
