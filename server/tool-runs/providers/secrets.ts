/** The secrets in request headers: each value, and what follows the scheme in a value such as `Bearer abc`. */
export function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/).slice(1)]);
}
