/** Points in time as text. A schema accepts some that no clock shows, such as a second 60. */
import { Problem } from './problem.ts';

/** `name` is a parameter, or a member of the body. */
export function toDate(
  name: string,
  text: string,
  { inBody = false }: { inBody?: boolean } = {},
): Date {
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date;
  const detail = 'is not a moment that can be compared with';
  const location = inBody ? { pointer: `#/${name}` } : { parameter: name };
  throw new Problem('invalid_request', `${name} ${detail}.`, {
    errors: [{ ...location, detail, code: 'format' }],
  });
}
