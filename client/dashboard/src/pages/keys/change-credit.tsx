/** Changes the credit of a key's own account. The difference is taken from the wallet, or returned to it. */
import { useState } from 'react';
import { type ApiKey, faultsByField, useUpdateKey, useWallet } from '../../api/index.ts';
import { formatMoney, parseMoney, plainMoney } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Check,
  Money,
  MoneyField,
  SaveDialog,
  useSubmission,
  useUnit,
} from '../../parts/index.ts';

const FIELDS = ['creditAmount', 'walletFallback'] as const;

export function ChangeCredit({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { workspaceId } = useHere();
  const unit = useUnit();
  const update = useUpdateKey();
  const { data: wallet } = useWallet(workspaceId);
  const before = apiKey.creditAmount ?? 0;
  const [text, setText] = useState(before > 0 ? plainMoney(before, unit) : '');
  const [walletFallback, setFallback] = useState(apiKey.walletFallback);
  const parsed = parseMoney(text, unit);
  const amount = 'amount' in parsed ? parsed.amount : undefined;
  const submission = useSubmission(async () => {
    if (amount === undefined) return;
    await update.mutateAsync({
      params: { path: { workspaceId, keyId: apiKey.id } },
      body: { creditAmount: amount, walletFallback },
    });
    announce(`${apiKey.name} has ${formatMoney(amount, unit, 'balance')} of credit.`);
    onClose();
  });
  const faults = faultsByField(submission.error, FIELDS);
  return (
    <SaveDialog
      title={`Credit of “${apiKey.name}”`}
      submission={submission}
      fields={FIELDS}
      save="Save credit"
      isReady={amount !== undefined && (amount > 0 || apiKey.paysFrom !== 'wallet')}
      onClose={onClose}
    >
      <MoneyField
        label="Credit left for this key"
        unit={unit}
        value={text}
        onChange={setText}
        fault={faults.creditAmount}
        hint={
          wallet && (
            <>
              The wallet has <Money amount={wallet.availableAmount} look="balance" />.
            </>
          )
        }
        isRequired
        autoFocus
      />
      {amount !== undefined && <Moves amount={amount - before} />}
      <Check isSelected={walletFallback} onChange={setFallback}>
        Let the wallet pay when this credit runs out
      </Check>
    </SaveDialog>
  );
}

/** What the change does to the wallet. */
function Moves({ amount }: { amount: number }) {
  if (amount === 0) return null;
  return (
    <p>
      <Money amount={Math.abs(amount)} look="exact" />{' '}
      {amount > 0 ? 'moves from the wallet to this key.' : 'moves back to the wallet.'}
    </p>
  );
}
