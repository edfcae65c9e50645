/**
 * Removes null members: such a member counts as absent. Values that are saved or inserted stay exactly as they came.
 */
export function withoutNulls(body: object, exactBody: unknown, exact: readonly string[]): object {
  const given = exactBody as Record<string, unknown>;
  const members = Object.entries(body).filter(([, value]) => value !== null);
  return Object.fromEntries(
    members.map(([name, value]) => [name, exact.includes(name) ? given[name] : value]),
  );
}
