/** The periods that spending limits are for: days and months of the calendar, in UTC. */

export const PERIODS = ['day', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** When the period ends that the moment is in. */
export function endOfPeriod(period: Period, moment: Date): Date {
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()];
  return new Date(period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1));
}
