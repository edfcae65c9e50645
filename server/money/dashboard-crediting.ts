/** Who may credit a wallet here. The deployment decides, because it is the deployment's money. */

import { isAtLeast, type Role } from '../people/index.ts';
import type { CreditBy } from '../platform/config/index.ts';
import { Problem } from '../platform/lib/problem.ts';

export function checkMayCredit(creditBy: CreditBy, role: Role): void {
  if (creditBy === 'operator') {
    throw new Problem('credit_by_operator', 'In this deployment the operator credits wallets.');
  }
  if (isAtLeast(role, creditBy)) return;
  throw new Problem(
    'forbidden',
    `Crediting takes the role ${creditBy} here, and yours is ${role}.`,
  );
}
