import { audit } from '../../server/money/index.ts';

/** What the audit finds wrong in the books of all workspaces: each fault with the name of its check. */
export async function faultsInBooks(...of: Parameters<typeof audit>): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, faults } of audit(...of)) {
    found.push(...faults.map((fault) => `${name}: ${fault}`));
  }
  return found;
}
