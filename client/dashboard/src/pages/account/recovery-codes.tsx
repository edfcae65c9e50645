/** Shows recovery codes once, when the second factor is turned on and when the codes are replaced. */
import { useState } from 'react';
import { useRotateRecoveryCodes } from '../../api/index.ts';
import { announce, SecretDialog } from '../../parts/index.ts';
import { ProofDialog } from './proof.tsx';

export function NewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const rotate = useRotateRecoveryCodes();
  const [codes, setCodes] = useState<string[]>();
  if (codes) {
    return (
      <ShownCodes
        codes={codes}
        about="Your old recovery codes no longer work."
        onClose={() => {
          announce('Your recovery codes were replaced.');
          onClose();
        }}
      />
    );
  }
  return (
    <ProofDialog
      title="Get new recovery codes"
      action="Get new codes"
      onClose={onClose}
      onProven={async (body) => setCodes((await rotate.mutateAsync({ body })).recoveryCodes)}
    >
      You’ll get ten new codes. The ones you have now stop working right away.
    </ProofDialog>
  );
}

interface ShownCodesProps {
  codes: string[];
  about: string;
  onClose: () => void;
}

export function ShownCodes({ codes, about, onClose }: ShownCodesProps) {
  return (
    <SecretDialog
      title="Save your recovery codes"
      secret={codes.join('\n')}
      what="recovery codes"
      where="Use one to sign in if you lose your phone. Each code works once. Keep them somewhere other than your phone."
      onClose={onClose}
    >
      <p>{about}</p>
    </SecretDialog>
  );
}
