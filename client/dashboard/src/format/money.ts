/**
 * Amounts for people and from people, exact to the last unit: an amount is a whole number of units of 10^-`scale` of a
 * currency, and is converted to digits and back as text. No displayed money is ever a float.
 */
export interface Unit {
  currency: string;
  scale: number;
}

/**
 * How to show an amount. `balance`: two decimals, never more than there is. `run`: four significant digits, which
 * distinguish the costs of single runs. `exact`: to the last unit. Below a cent, a balance has three significant
 * digits, so that a positive amount is never shown as zero.
 */
export type MoneyLook = 'balance' | 'run' | 'exact';

/** The text in pieces: `main` has the significant digits, and the page shows the rest in a lighter color. */
export interface MoneyParts {
  sign: '' | '−';
  symbol: string;
  /** Below a cent, the zeros before the first significant digit. */
  lead: string;
  main: string;
  /** Exact digits after the significant ones. */
  tail: string;
  /** How many digits are after the decimal point. */
  decimals: number;
}

const SIGNIFICANT = 4;
const SIGNIFICANT_BELOW_A_CENT = 3;

export function moneyParts(amount: number, unit: Unit, look: MoneyLook = 'exact'): MoneyParts {
  const { negative, whole, fraction } = digitsOf(shortened(amount, unit, look), unit.scale);
  const cents = Math.min(2, unit.scale);
  const kept = fraction.slice(0, cents) + fraction.slice(cents).replace(/0+$/, '');
  const text = grouped(whole) + (kept === '' ? '' : `.${kept}`);
  const lead = amount === 0 || whole !== '0' ? '' : (/^0\.000*/.exec(text)?.[0] ?? '');
  const significant = whole === '0' ? SIGNIFICANT : Math.max(SIGNIFICANT - whole.length, cents);
  const point = text.indexOf('.');
  const end =
    whole === '0' ? lead.length + significant : point < 0 ? text.length : point + 1 + significant;
  return {
    sign: negative ? '−' : '',
    symbol: symbolOf(unit.currency),
    lead,
    main: text.slice(lead.length, end),
    tail: text.slice(end),
    decimals: kept.length,
  };
}

/** Returns the amount without the hidden digits, in units. */
function shortened(amount: number, { scale }: Unit, look: MoneyLook): number {
  const size = Math.abs(amount);
  const cents = Math.min(2, scale);
  const cent = 10 ** (scale - cents);
  if (look === 'exact') return amount;
  if (look === 'balance') {
    const step = size >= cent ? cent : stepOf(size, SIGNIFICANT_BELOW_A_CENT);
    return amount - (amount % step);
  }
  const step = Math.min(cent, stepOf(size, SIGNIFICANT));
  const rest = size % step;
  const rounded = size - rest + (rest * 2 >= step ? step : 0);
  return amount < 0 ? -rounded : rounded;
}

/** The unit of the last of this many significant digits. */
function stepOf(size: number, digits: number): number {
  return 10 ** Math.max(0, String(size).length - digits);
}

/** The most digits after the decimal point that any amount of a column shows. */
export function decimalsOf(amounts: readonly number[], unit: Unit, look: MoneyLook): number {
  return amounts.reduce((most, each) => Math.max(most, moneyParts(each, unit, look).decimals), 0);
}

/** `formatMoney(3938, usd)` is `$0.000003938`. */
export function formatMoney(amount: number, unit: Unit, look: MoneyLook = 'exact'): string {
  const { sign, symbol, lead, main, tail } = moneyParts(amount, unit, look);
  return `${sign}${symbol}${lead}${main}${tail}`;
}

/** For axes only: few digits, rounded down, with `k` and `M`. */
export function formatMoneyShort(amount: number, unit: Unit): string {
  const { negative, whole, fraction } = digitsOf(amount, unit.scale);
  const sign = negative ? '−' : '';
  const symbol = symbolOf(unit.currency);
  if (whole.length > 6) return `${sign}${symbol}${whole.slice(0, -6)}.${whole.at(-6)}M`;
  if (whole.length > 3) return `${sign}${symbol}${whole.slice(0, -3)}.${whole.at(-3)}k`;
  if (whole !== '0') return `${sign}${symbol}${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`;
  const zeros = /^0*/.exec(fraction)![0].length;
  const few = fraction.slice(0, zeros + 3).replace(/0+$/, '');
  return few === '' ? `${symbol}0` : `${sign}${symbol}0.${few}`;
}

/** Plain decimal text for files: `0.000003938`. */
export function decimalOf(amount: number, scale: number): string {
  const { negative, whole, fraction } = digitsOf(amount, scale);
  return `${negative ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

/** As a person would type it into a field: `25.00`, without needless digits. */
export function plainMoney(amount: number, { scale }: Unit): string {
  const [whole = '0', fraction = ''] = decimalOf(amount, scale).split('.');
  const cents = fraction.replace(/0+$/, '').padEnd(Math.min(2, scale), '0');
  return cents === '' ? whole : `${whole}.${cents}`;
}

/** An amount in units with grouped thousands: `3 938`, for receipts that show the integer itself. */
export function formatUnits(amount: number): string {
  const { negative, whole } = digitsOf(amount, 0);
  return `${negative ? '−' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, '\u202f')}`;
}

export type Parsed = { amount: number } | { fault: string };

/** What a person typed into a money field, as units. Refuses ambiguous input. */
export function parseMoney(text: string, unit: Unit): Parsed {
  const plain = text.trim().replace(symbolOf(unit.currency).trim(), '').trim();
  if (plain === '') return { fault: 'Enter an amount.' };
  if (isAmbiguous(plain, unit)) {
    return { fault: `If the comma separates the cents, enter ${suggested(plain)}` };
  }
  const match = /^([^.]*)(?:\.(\d*))?$/.exec(plain);
  const whole = wholeOf(match?.[1] ?? '');
  if (!match || whole === undefined || plain === '.')
    return { fault: 'Use digits and a decimal point, like 25.00.' };
  const kept = (match[2] ?? '').replace(/0+$/, '');
  if (kept.length > unit.scale) return { fault: `At most ${unit.scale} digits after the point.` };
  const amount = Number(`${whole}${kept.padEnd(unit.scale, '0')}`);
  return Number.isSafeInteger(amount)
    ? { amount }
    : { fault: 'That’s more than a wallet can hold.' };
}

/** The comma of `12,5` and `1,250` is ambiguous; several commas, or commas before a point, group digits. */
function isAmbiguous(plain: string, { scale }: Unit): boolean {
  return scale > 0 && /^\d+,\d*$/.test(plain);
}

function suggested(plain: string): string {
  const [before = '', after = ''] = plain.split(',');
  const decimal = `${before}.${after.padEnd(2, '0')}`;
  return after.length === 3 ? `${before}${after}.00 or ${decimal}` : decimal;
}

/** Digits, alone or in groups of three; none before the point means zero. */
function wholeOf(text: string): string | undefined {
  if (/^\d*$/.test(text)) return text;
  if (!/^\d{1,3}([, \u00a0\u202f])\d{3}(?:\1\d{3})*$/.test(text)) return undefined;
  return text.replaceAll(/\D/g, '');
}

/** A price per token, as decimal text, per million tokens: `0.00000015` is `0.15`. */
export function perMillion(price: string): string {
  const [whole = '0', fraction = ''] = price.split('.');
  const digits = whole + fraction.padEnd(6, '0');
  const point = whole.length + 6;
  const front = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const back = digits.slice(point).replace(/0+$/, '');
  return `${grouped(front)}.${back.padEnd(2, '0')}`;
}

export function symbolOf(currency: string): string {
  const known = symbols.get(currency);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  const apart = symbol === currency ? `${currency}\u00a0` : symbol;
  symbols.set(currency, apart);
  return apart;
}

const symbols = new Map<string, string>();

function digitsOf(amount: number, scale: number) {
  const digits = String(Math.abs(amount)).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return { negative: amount < 0, whole: digits.slice(0, point), fraction: digits.slice(point) };
}

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}
