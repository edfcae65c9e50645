/** Who is signed in, in the shape of the contract. */
import type * as contract from '../../openapi/generated/dashboard.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import type { Unit } from '../platform/lib/money.ts';
import type { Me } from './index.ts';

export function toMe({ user, workspaces, session }: Me, unit: Unit): contract.Me {
  return {
    user: { ...user, id: uuidToId('user', user.id) },
    workspaces: workspaces.map((each) => ({ ...each, id: uuidToId('wsp', each.id) })),
    currency: unit.currency,
    scale: unit.scale,
    session: {
      idleUntil: session.idleUntil.toISOString(),
      endsAt: session.endsAt.toISOString(),
    },
  };
}
