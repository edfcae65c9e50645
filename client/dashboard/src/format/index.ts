export { toCsv } from './csv.ts';
export {
  decimalOf,
  decimalsOf,
  formatMoney,
  formatMoneyShort,
  formatUnits,
  type MoneyLook,
  moneyParts,
  parseMoney,
  parseOptionalMoney,
  perMillion,
  plainMoney,
  symbolOf,
  type Unit,
} from './money.ts';
export {
  formatBasisPoints,
  formatBytes,
  formatCount,
  formatCountShort,
  formatShare,
  plural,
} from './numbers.ts';
export {
  formatQuotaLimit,
  formatQuotaUse,
  levelOfQuota,
  type QuotaLevel,
  wordsOfQuota,
} from './quotas.ts';
export {
  dayOf,
  dayPlus,
  formatBucket,
  formatDay,
  formatDistance,
  formatDuration,
  formatMoment,
  formatMonth,
  fromLocalField,
  monthsBefore,
  startOfDay,
  toLocalField,
} from './time.ts';
export { capitalized } from './words.ts';
