/** The most credit that the service would hold for a run, and the account that pays for it. */
import {
  isProblem,
  type Playground,
  type usePlaygroundEstimate,
  useWallet,
} from '../../api/index.ts';
import { formatCount } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Button, Moment, Money } from '../../parts/index.ts';
import { DebtWords } from '../wallet/debt.tsx';

interface CostProps {
  estimate: ReturnType<typeof usePlaygroundEstimate>['data'];
  playground: Playground | undefined;
}

export function CostBefore({ estimate, playground }: CostProps) {
  const { workspaceId } = useHere();
  const wallet = useWallet(workspaceId).data;
  return (
    <div className="playground-cost">
      <p>
        {estimate ? (
          <>
            Costs at most <Money amount={estimate.reservedAmount} look="most" />
          </>
        ) : (
          <span className="muted">The price shows once there is something to send.</span>
        )}
      </p>
      {wallet?.debtStopsRuns ? (
        <p className="fault">
          <DebtWords wallet={wallet} />
        </p>
      ) : (
        estimate?.covered === false && (
          <p className="fault">
            The playground’s credit doesn’t cover this. Lower the max output tokens.
          </p>
        )
      )}
      {playground && <Credit playground={playground} />}
    </div>
  );
}

function Credit({ playground: { key, creditAmount } }: { playground: Playground }) {
  return (
    <p className="hint">
      {key ? (
        <>
          <Money amount={key.availableAmount} look="balance" /> of playground credit left until{' '}
          <Moment at={key.expiresAt} />.
        </>
      ) : (
        <>
          The first run sets aside up to <Money amount={creditAmount} look="exact" /> from the
          wallet for an hour. What you don’t spend goes back.
        </>
      )}
    </p>
  );
}

interface AffordableProps {
  error: unknown;
  onChange: (maxOutputTokens: string) => void;
}

/** Says how many output tokens the credit covers for the same conversation. */
export function Affordable({ error, onChange }: AffordableProps) {
  const tokens = isProblem(error) ? error.affordableMaxOutputTokens : undefined;
  if (tokens === undefined) return null;
  return (
    <p>
      <Button small onPress={() => onChange(String(tokens))}>
        Use {formatCount(tokens)} tokens
      </Button>
    </p>
  );
}
