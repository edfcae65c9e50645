/** What is kept or put in is taken exactly as it came. A member that is null is absent. */
export function withoutNulls(body: object, exactBody: unknown, exact: readonly string[]): object {
  const given = exactBody as Record<string, unknown>;
  const members = Object.entries(body).filter(([, value]) => value !== null);
  return Object.fromEntries(
    members.map(([name, value]) => [name, exact.includes(name) ? given[name] : value]),
  );
}
