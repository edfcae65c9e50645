/**
 * Amounts for people and from people, exact to the last unit: an amount is a whole number of units of
 * 10^-`scale` of a currency, and is turned into digits and back as text. No float ever holds money that is shown.
 */
export interface Unit {
  currency: string;
  scale: number;
}

/** Text before the cents' end, and the digits below it: the page shows the second part quieter. */
export interface MoneyParts {
  sign: '' | '−';
  symbol: string;
  main: string;
  /** Digits below the cents, without the zeros at their end. */
  fine: string;
  /** Those zeros, for columns whose points stand below each other. */
  zeros: string;
}

export function moneyParts(amount: number, unit: Unit): MoneyParts {
  const { negative, whole, fraction } = digitsOf(amount, unit.scale);
  const cents = Math.min(2, unit.scale);
  const below = fraction.slice(cents);
  const fine = below.replace(/0+$/, '');
  return {
    sign: negative ? '−' : '',
    symbol: symbolOf(unit.currency),
    main: grouped(whole) + (cents ? `.${fraction.slice(0, cents)}` : ''),
    fine,
    zeros: '0'.repeat(below.length - fine.length),
  };
}

/** `formatMoney(3938, usd)` is `$0.000003938`. */
export function formatMoney(amount: number, unit: Unit): string {
  const { sign, symbol, main, fine } = moneyParts(amount, unit);
  return `${sign}${symbol}${main}${fine}`;
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

/** An amount in units with its thousands apart: `3 938`, for receipts that show the integer itself. */
export function formatUnits(amount: number): string {
  const { negative, whole } = digitsOf(amount, 0);
  return `${negative ? '−' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, '\u202f')}`;
}

export type Parsed = { amount: number } | { fault: string };

/** What a person typed into a field for money, as units. */
export function parseMoney(text: string, unit: Unit): Parsed {
  const plain = text.replace(/[\s,\u202f]/g, '').replace(symbolOf(unit.currency), '');
  if (plain === '') return { fault: 'Give an amount.' };
  const match = /^(\d*)(?:\.(\d*))?$/.exec(plain);
  if (!match || plain === '.')
    return { fault: 'Write digits, and a point before the cents: 25.00' };
  const [, whole = '', fraction = ''] = match;
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > unit.scale) return { fault: `At most ${unit.scale} digits after the point.` };
  const amount = Number(`${whole}${kept.padEnd(unit.scale, '0')}`);
  return Number.isSafeInteger(amount)
    ? { amount }
    : { fault: 'That is more than a wallet can hold.' };
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
