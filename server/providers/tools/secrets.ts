/** The secrets in the headers of requests: each value, and what follows the scheme in one such as `Bearer abc`. */
export function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/).slice(1)]);
}
