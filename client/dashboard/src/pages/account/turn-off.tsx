/** Turns the second factor off. */
import { useDeleteSecondFactor } from '../../api/index.ts';
import { announce } from '../../parts/index.ts';
import { ProofDialog } from './proof.tsx';

export function TurnOff({ onClose }: { onClose: () => void }) {
  const remove = useDeleteSecondFactor();
  return (
    <ProofDialog
      title="Turn off two-factor authentication?"
      action="Turn off"
      isDangerous
      onClose={onClose}
      onProven={async (body) => {
        await remove.mutateAsync({ body });
        announce('Two-factor authentication is off.');
        onClose();
      }}
    >
      You’ll sign in with just your password, and your recovery codes will stop working.
    </ProofDialog>
  );
}
