/** Who can add credit. The deployment decides it, and the page offers it to nobody else. */
import { useWorkspace } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';

export interface Crediting {
  mayCredit: boolean;
  /** Who can be asked for credit; undefined until it is known, and for people who can add it themselves. */
  ask: string | undefined;
}

export function useCrediting(): Crediting {
  const { workspaceId, isAtLeast } = useHere();
  const { data } = useWorkspace(workspaceId);
  if (!data) return { mayCredit: false, ask: undefined };
  const { creditBy } = data;
  const mayCredit = (creditBy === 'owner' || creditBy === 'admin') && isAtLeast(creditBy);
  return { mayCredit, ask: mayCredit ? undefined : (ASK[creditBy] ?? ASK.operator) };
}

const ASK: Record<string, string | undefined> = {
  admin: 'Ask an admin of the workspace to add credit.',
  owner: 'Ask an owner of the workspace to add credit.',
  operator: 'Ask the operator of this deployment to add credit.',
};
