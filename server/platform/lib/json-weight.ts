/**
 * An upper estimate of the memory of a JSON value, in bytes. A value can take twenty times the memory of its text, so
 * neither its length nor its bytes on the wire show that.
 */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return value === '' ? 0 : PER_PART + 2 * value.length;
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : PER_SCALAR;
  if (Array.isArray(value)) return value.reduce<number>(addWeight, PER_PART);
  let sum = PER_PART;
  for (const name of Object.keys(value)) {
    sum = addWeight(sum + weightOf(name), value[name as keyof typeof value]);
  }
  return sum;
}

function addWeight(sum: number, value: unknown): number {
  return sum + PER_SCALAR + weightOf(value);
}

/** An object, an array, or a part of a text with its links to the other parts. */
const PER_PART = 64;
/** A number, or a slot for a value. */
const PER_SCALAR = 16;
