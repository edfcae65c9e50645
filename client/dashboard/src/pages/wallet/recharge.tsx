/**
 * Auto-recharge: when it charges which card, what the month has come to, and what somebody has to do if it stopped. The
 * provider's page takes the card; the browser comes back with `card` in the address, and the page waits for the card.
 */
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import {
  type AutoRecharge,
  faultsByField,
  useAutoRecharge,
  useCreateCardSetup,
  useDeleteAutoRecharge,
  useUpdateAutoRecharge,
  type Wallet,
} from '../../api/index.ts';
import { capitalized, formatMoney, parseMoney, plainMoney } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Badge,
  Button,
  Card,
  Confirmation,
  Fact,
  Facts,
  FormProblem,
  Loaded,
  Moment,
  Money,
  MoneyField,
  Notice,
  SaveDialog,
  useSubmission,
  useUnit,
} from '../../parts/index.ts';

type Bounds = NonNullable<Wallet['payments']>;
type Asked = 'terms' | 'removal' | undefined;

export function Recharge({ bounds }: { bounds: Bounds }) {
  const { workspaceId, isAtLeast } = useHere();
  const [params] = useSearchParams();
  const recharge = useAutoRecharge(workspaceId, params.has('card'));
  const [asked, setAsked] = useState<Asked>();
  const { data } = recharge;
  const close = () => setAsked(undefined);
  return (
    <Card
      title="Auto-recharge"
      about="Charges a saved card when the wallet runs low. It never exceeds your monthly cap."
      actions={data && <StateBadge recharge={data} />}
    >
      <Loaded query={recharge} rows={3} label="Loading the auto-recharge">
        {(data) => (
          <div className="stack">
            <State recharge={data} />
            {isAtLeast('admin') && <NextSteps recharge={data} onAsk={setAsked} />}
          </div>
        )}
      </Loaded>
      {data && asked === 'terms' && <Terms recharge={data} bounds={bounds} onClose={close} />}
      {asked === 'removal' && <Removal onClose={close} />}
    </Card>
  );
}

function StateBadge({ recharge: { state, pausedBy } }: { recharge: AutoRecharge }) {
  if (state === 'none') return null;
  if (pausedBy !== undefined) return <Badge tone="warn">Paused</Badge>;
  const { tone, words } = STATES[state] ?? { tone: 'busy', words: state };
  return <Badge tone={tone}>{words}</Badge>;
}

const STATES: Record<string, { tone: string; words: string }> = {
  needs_card: { tone: 'warn', words: 'Needs a card' },
  on: { tone: 'good', words: 'On' },
  off: { tone: 'bad', words: 'Turned off' },
};

function State({ recharge }: { recharge: AutoRecharge }) {
  const { state, card, thresholdAmount, rechargeAmount, monthCapAmount, monthAmount } = recharge;
  if (thresholdAmount === undefined || rechargeAmount === undefined) {
    return <p>It’s off: when the wallet is empty, runs are refused until somebody adds credit.</p>;
  }
  return (
    <>
      <p>
        Adds <Money amount={rechargeAmount} look="exact" /> when less than{' '}
        <Money amount={thresholdAmount} look="exact" /> is available.
      </p>
      {state === 'off' && (
        <Notice tone="bad" title="Your card was declined three times in a row">
          {REASONS[recharge.declineReason ?? ''] ?? REASONS.card_declined} Nothing is charged until
          you save another card or turn it on again.
        </Notice>
      )}
      {recharge.pausedBy !== undefined && (
        <Notice tone="warn">
          <Pause recharge={recharge} />
        </Notice>
      )}
      <Facts>
        <Fact name="Card">
          {card ? (
            <>
              {capitalized(card.brand)} ending in {card.last4}, expires{' '}
              {card.expiresIn.split('-').reverse().join('/')}
            </>
          ) : (
            'None saved yet'
          )}
        </Fact>
        <Fact name="This month">
          <Money amount={monthAmount} look="exact" /> of{' '}
          {monthCapAmount !== undefined && <Money amount={monthCapAmount} look="exact" />}
        </Fact>
        {recharge.declinedAt !== undefined && (
          <Fact name="Last decline">
            <Moment at={recharge.declinedAt} />
          </Fact>
        )}
      </Facts>
    </>
  );
}

const REASONS: Record<string, string> = {
  card_declined: 'The bank declined it without a reason.',
  insufficient_funds: 'The card has too little money.',
  expired_card: 'The card has expired.',
  authentication_required:
    'The bank wants you to confirm each payment, so it can’t be charged while you’re away.',
  card_removed: 'The payment provider no longer has the card.',
  refused: 'The payment provider refused the charge. The operator of this deployment can say why.',
};

function Pause({
  recharge: { pausedBy, nextAttemptAt, declineReason },
}: {
  recharge: AutoRecharge;
}) {
  switch (pausedBy) {
    case 'decline':
      return (
        <>
          {REASONS[declineReason ?? ''] ?? REASONS.card_declined} It tries again{' '}
          {nextAttemptAt !== undefined && <Moment at={nextAttemptAt} />}.
        </>
      );
    case 'cap':
      return <>This month’s cap has no room for another recharge. It goes on next month.</>;
    case 'debt':
      return <>It goes on when what the workspace owes is paid.</>;
    case 'dispute':
      return <>A payment is contested. It goes on when the bank has decided.</>;
    case 'suspension':
      return <>The workspace is suspended. It goes on when the operator resumes it.</>;
    default:
      return <>Nothing is charged now.</>;
  }
}

function NextSteps({
  recharge: { state, card },
  onAsk,
}: {
  recharge: AutoRecharge;
  onAsk: (asked: Asked) => void;
}) {
  const toCard = useToCard();
  const saving = useSubmission(toCard);
  if (state === 'none')
    return (
      <div className="card-actions">
        <Button onPress={() => onAsk('terms')}>Set up auto-recharge</Button>
      </div>
    );
  return (
    <>
      <div className="card-actions">
        <Button
          look={state === 'on' ? undefined : 'primary'}
          isPending={saving.isPending}
          onPress={saving.submit}
        >
          {card ? 'Replace card' : 'Save a card'}
        </Button>
        <Button onPress={() => onAsk('terms')}>
          {state === 'off' ? 'Turn on again' : 'Change'}
        </Button>
        <Button look="quiet" onPress={() => onAsk('removal')}>
          Remove
        </Button>
      </div>
      <FormProblem error={saving.error} />
    </>
  );
}

/** Sends the browser to the page that takes the card. */
function useToCard(): () => Promise<void> {
  const { workspaceId } = useHere();
  const create = useCreateCardSetup();
  return async () => {
    const { checkoutUrl } = await create.mutateAsync({ params: { path: { workspaceId } } });
    window.location.assign(checkoutUrl);
  };
}

const FIELDS = ['thresholdAmount', 'rechargeAmount', 'monthCapAmount'] as const;

/** A card that is saved stays; without one, the provider's page for it is next. */
function Terms({
  recharge,
  bounds: { leastAmount, mostAmount, isTaxed },
  onClose,
}: {
  recharge: AutoRecharge;
  bounds: Bounds;
  onClose: () => void;
}) {
  const { workspaceId } = useHere();
  const unit = useUnit();
  const update = useUpdateAutoRecharge();
  const toCard = useToCard();
  const [texts, setTexts] = useState(() =>
    FIELDS.map((field) => {
      const amount = recharge[field];
      return amount === undefined ? '' : plainMoney(amount, unit);
    }),
  );
  const [threshold, amount, cap] = texts.map((text) => {
    const parsed = parseMoney(text, unit);
    return 'amount' in parsed ? parsed.amount : 0;
  });
  const needsCard = recharge.card === undefined;
  const submission = useSubmission(async () => {
    await update.mutateAsync({
      params: { path: { workspaceId } },
      body: { thresholdAmount: threshold!, rechargeAmount: amount!, monthCapAmount: cap! },
    });
    if (needsCard) return toCard();
    announce('Auto-recharge is on.');
    onClose();
  });
  const faults = faultsByField(submission.error, FIELDS);
  const [least, most] = [formatMoney(leastAmount, unit), formatMoney(mostAmount, unit)];
  const labels = [
    { label: 'When less than this is available', hint: 'At most the amount that is added.' },
    { label: 'Add', hint: `From ${least} to ${most}${isTaxed ? ', plus taxes' : ''}.` },
    {
      label: 'Charge at most each month',
      hint: `In UTC${isTaxed ? ', without taxes' : ''}. Payments that you make yourself don’t count.`,
    },
  ];
  return (
    <SaveDialog
      title="Auto-recharge"
      submission={submission}
      fields={FIELDS}
      save={needsCard ? 'Continue to the card' : 'Save and turn on'}
      isReady={[threshold, amount, cap].every(Boolean)}
      onClose={onClose}
    >
      {FIELDS.map((field, i) => (
        <MoneyField
          key={field}
          {...labels[i]!}
          unit={unit}
          value={texts[i]!}
          onChange={(next) => setTexts(texts.with(i, next))}
          fault={faults[field]}
          isRequired
          autoFocus={i === 0}
        />
      ))}
      <p className="hint">
        You allow the card to be charged within these amounts while you’re away.
      </p>
    </SaveDialog>
  );
}

function Removal({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useHere();
  const remove = useDeleteAutoRecharge();
  const submission = useSubmission(async () => {
    await remove.mutateAsync({ params: { path: { workspaceId } } });
    announce('Auto-recharge removed.');
    onClose();
  });
  return (
    <Confirmation
      title="Remove auto-recharge?"
      submission={submission}
      verb="Remove"
      onClose={onClose}
    >
      <ul className="consequences">
        <li>Nothing is charged any more. A charge under way still adds its credit.</li>
        <li>The saved card is deleted, at the payment provider too.</li>
      </ul>
    </Confirmation>
  );
}
