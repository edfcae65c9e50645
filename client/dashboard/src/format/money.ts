/**
 * Amounts for people and from people, exact to the last unit: an amount is a whole number whose last `scale` digits
 * come after the decimal point, and is converted to digits and back as text. No displayed money is ever a float.
 */
export interface Unit {
  currency: string;
  scale: number;
}

/**
 * How pages show amounts, each with the cents at least and so many significant digits below the amount named by `fine`
 * that a positive amount is never shown as zero. `balance` is never more than there is. `spend` is the nearest, and of
 * two the even one, so that many roundings do not add up. `most` is never less than something can cost. `exact` goes to
 * the last unit, and is for columns as well: rounded amounts would not add up as they are printed.
 */
const LOOKS = {
  balance: { fine: 'cent', round: 'down' },
  spend: { fine: 'one', round: 'nearest' },
  most: { fine: 'one', round: 'up' },
  exact: undefined,
} as const;

export type MoneyLook = keyof typeof LOOKS;

/** The text in pieces: `main` has the significant digits, and the page shows the rest in a lighter color. */
export interface MoneyParts {
  sign: '' | '−';
  symbol: string;
  /** Below a cent, the zeros before the first significant digit. */
  lead: string;
  main: string;
  /** Exact digits after the significant ones. */
  tail: string;
}

const SIGNIFICANT = 4;
const SIGNIFICANT_OF_ROUNDED = 3;

/** With `decimals`, the text has at least that many digits after the point. */
export function moneyParts(
  amount: number,
  unit: Unit,
  look: MoneyLook = 'exact',
  decimals = 0,
): MoneyParts {
  const shown = shortened(amount, unit, look);
  const { negative, whole, fraction } = digitsOf(shown, unit.scale);
  const cents = Math.min(2, unit.scale);
  const least = Math.max(cents, Math.min(decimals, unit.scale));
  const kept = fraction.slice(0, least) + fraction.slice(least).replace(/0+$/, '');
  const text = grouped(whole) + (kept === '' ? '' : `.${kept}`);
  const lead = shown === 0 || whole !== '0' ? '' : (/^0\.000*/.exec(text)?.[0] ?? '');
  const significant = whole === '0' ? SIGNIFICANT : Math.max(SIGNIFICANT - whole.length, cents);
  const point = text.indexOf('.');
  const end =
    point < 0
      ? text.length
      : shown === 0
        ? point + 1 + cents
        : whole === '0'
          ? lead.length + significant
          : point + 1 + significant;
  return {
    sign: negative ? '−' : '',
    symbol: symbolOf(unit.currency),
    lead,
    main: text.slice(lead.length, end),
    tail: text.slice(end),
  };
}

/** Returns the amount that the look shows, in units. */
function shortened(amount: number, { scale }: Unit, look: MoneyLook): number {
  const rule = LOOKS[look];
  if (rule === undefined) return amount;
  const size = Math.abs(amount);
  const cent = 10 ** (scale - Math.min(2, scale));
  const isFine = size < (rule.fine === 'cent' ? cent : 10 ** scale);
  const step = isFine
    ? Math.min(cent, 10 ** Math.max(0, String(size).length - SIGNIFICANT_OF_ROUNDED))
    : cent;
  const below = Math.floor(amount / step) * step;
  const rest = amount - below;
  if (rest === 0 || rule.round === 'down') return below;
  if (rule.round === 'up') return below + step;
  const isOdd = Math.abs(below / step) % 2 === 1;
  return rest * 2 > step || (rest * 2 === step && isOdd) ? below + step : below;
}

/** How many digits after the point a column needs for all its amounts to be exact. */
export function decimalsOf(amounts: readonly number[], { scale }: Unit): number {
  const zeros = amounts.reduce(
    (least, amount) =>
      amount === 0 ? least : Math.min(least, /0*$/.exec(String(amount))![0].length),
    scale,
  );
  return Math.max(Math.min(2, scale), scale - zeros);
}

/** `formatMoney(3938, usd)` is `$0.000003938`. */
export function formatMoney(
  amount: number,
  unit: Unit,
  look: MoneyLook = 'exact',
  decimals = 0,
): string {
  const { sign, symbol, lead, main, tail } = moneyParts(amount, unit, look, decimals);
  return `${sign}${symbol}${lead}${main}${tail}`;
}

/** For the axes of charts: each amount with the digits that the step between two lines needs, and with `k` and `M`. */
export function formatMoneyShort(amount: number, unit: Unit, step: number): string {
  if (amount === 0) return `${symbolOf(unit.currency)}0`;
  const one = 10 ** unit.scale;
  if (step < one) return formatMoney(amount, unit, 'exact', decimalsOf([step], unit));
  const [size, letter] =
    step >= one * 1e6 ? [one * 1e6, 'M'] : step >= one * 1e3 ? [one * 1e3, 'k'] : [one, ''];
  return `${symbolOf(unit.currency)}${grouped(String(Math.round(amount / size)))}${letter}`;
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

/** The same for a field that may be empty: null if it is, and undefined if it is no amount. */
export function parseOptionalMoney(text: string, unit: Unit): number | null | undefined {
  if (text.trim() === '') return null;
  const parsed = parseMoney(text, unit);
  return 'amount' in parsed ? parsed.amount : undefined;
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
