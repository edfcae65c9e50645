/**
 * Does something for each of what is due, of which `atOnce` were read; a fault of one does not affect the others. Resolves
 * to `more` if more may be due, unless none of them could be done: they are due next time as well.
 */
export async function eachDue<Item>(
  due: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<unknown>,
  onFault: (error: unknown, item: Item) => void,
): Promise<'more' | undefined> {
  let done = 0;
  for (const item of due) {
    try {
      await act(item);
      done += 1;
    } catch (error) {
      onFault(error, item);
    }
  }
  return due.length >= atOnce && done > 0 ? 'more' : undefined;
}
