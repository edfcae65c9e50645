/** Milliseconds of the clock that all processes of a machine share and that nobody sets. */
export function sharedNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
