/** The periods of spending limits: calendar days and months, in UTC. */

export const PERIODS = ['day', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** The end of the period that contains the given time. */
export function endOfPeriod(period: Period, moment: Date): Date {
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()];
  return new Date(period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1));
}
