/** The page of one customer: its budgets, its balance, its months, the statement of one, its runs, and every action on it. */
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import {
  type Customer,
  hasCode,
  RUN_KINDS,
  useCustomer,
  useCustomerMonths,
  useLatestRuns,
} from '../../api/index.ts';
import { formatMonth, monthsBefore, plural } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Badge,
  Button,
  ButtonLink,
  Card,
  Chips,
  Copyable,
  Empty,
  Fact,
  Facts,
  Failure,
  Moment,
  MoneyFigure,
  Page,
  Pick,
  Skeleton,
  Tile,
  Tiles,
  useNow,
  useZone,
} from '../../parts/index.ts';
import { VIEWS } from '../runs/kinds.tsx';
import { LatestRuns } from '../runs/latest.tsx';
import { Charges } from '../wallet/charges.tsx';
import { BlockCustomer, EditBudgets, EditCustomer } from './acts.tsx';
import { Balance } from './balance.tsx';
import { wordsOfPeriod } from './budget.ts';
import { Budgets } from './budgets.tsx';
import { EraseCustomer } from './erase.tsx';
import { Months } from './months.tsx';
import { monthIn } from './view.ts';

const FEW = 6;

export type CustomerAct = 'edit' | 'budgets' | 'block' | 'erase';

export function CustomerPage({ id }: { id: string }) {
  const { workspaceId, to } = useHere();
  const [act, setAct] = useState<CustomerAct>();
  const customer = useCustomer(workspaceId, id, act !== 'erase');
  const { data } = customer;
  const close = () => setAct(undefined);
  return (
    <Page
      title={data?.name ?? id}
      of="Customer"
      about={data && <About customer={data} />}
      actions={
        <>
          <ButtonLink href={to('customers')} icon="left" small>
            All customers
          </ButtonLink>
          {data && <PageActions customer={data} onAct={setAct} />}
        </>
      }
    >
      {hasCode(customer.error, 'not_found') ? (
        <NoCustomer id={id} />
      ) : data ? (
        <Body customer={data} onAct={setAct} />
      ) : customer.error ? (
        <Failure error={customer.error} onRetry={() => void customer.refetch()} />
      ) : (
        <Skeleton rows={8} label="Loading the customer" />
      )}
      {data && act === 'edit' && <EditCustomer customer={data} onClose={close} />}
      {data && act === 'budgets' && <EditBudgets customer={data} onClose={close} />}
      {data && act === 'block' && <BlockCustomer customer={data} onClose={close} />}
      {data && act === 'erase' && <EraseCustomer customer={data} onClose={close} />}
    </Page>
  );
}

/** Spans of programs can name an end user that no run has named. */
function NoCustomer({ id }: { id: string }) {
  const { to } = useHere();
  return (
    <Empty
      icon="customers"
      title="No such customer"
      actions={
        <ButtonLink href={`${to('traces')}?${new URLSearchParams({ endUser: id })}`}>
          Look for its traces
        </ButtonLink>
      }
    >
      No run has named it, nobody added it, or it was erased.
    </Empty>
  );
}

function About({ customer: { endUserId, state, metadata = {} } }: { customer: Customer }) {
  return (
    <span className="customer-about">
      <Badge tone={TONES[state] ?? 'warn'}>{STATES[state] ?? state}</Badge>
      <Copyable text={endUserId} what="the customer’s ID" />
      <Chips texts={Object.entries(metadata).map(([name, value]) => `${name}: ${value}`)} />
    </span>
  );
}

const STATES: Record<string, string> = {
  active: 'Active',
  blocked: 'Blocked',
  erasing: 'Being erased',
};
const TONES: Record<string, string> = { active: 'good', blocked: 'bad' };

interface ActProps {
  customer: Customer;
  onAct: (act: CustomerAct) => void;
}

function PageActions({ customer: { state }, onAct }: ActProps) {
  const { isAtLeast } = useHere();
  if (!isAtLeast('admin')) return null;
  return (
    <>
      <Button small icon="settings" onPress={() => onAct('edit')}>
        Edit
      </Button>
      {state !== 'erasing' && (
        <Button
          small
          icon={state === 'blocked' ? 'check' : 'revoke'}
          onPress={() => onAct('block')}
        >
          {state === 'blocked' ? 'Unblock' : 'Block'}
        </Button>
      )}
      <Button small look="danger" icon="close" onPress={() => onAct('erase')}>
        Erase
      </Button>
    </>
  );
}

function Body({ customer, onAct }: ActProps) {
  const { workspaceId, to } = useHere();
  const { endUserId } = customer;
  const zone = useZone();
  const [params, setParams] = useSearchParams();
  const options = monthsBefore(useNow(), zone);
  const month = monthIn(params) ?? options[0]!.value;
  const months = useCustomerMonths(workspaceId, endUserId, zone);
  const latest = useLatestRuns(workspaceId, FEW, { endUserId });
  const search = new URLSearchParams({ endUser: endUserId });
  const show = (next: string) =>
    setParams(new URLSearchParams({ id: endUserId, month: next }), { replace: true });
  const ofMonths = months.data?.months ?? [];
  const thisMonth = ofMonths.at(-1);
  const year = {
    runs: ofMonths.reduce((sum, { runs }) => sum + runs, 0),
    amount: ofMonths.reduce((sum, { chargedAmount }) => sum + chargedAmount, 0),
  };
  return (
    <>
      <Tiles>
        <Tile
          name={`Charged in ${formatMonth(thisMonth?.month ?? options[0]!.value)}`}
          note={thisMonth ? `for ${plural(thisMonth.runs, 'run')}` : ' '}
        >
          {thisMonth ? <MoneyFigure amount={thisMonth.chargedAmount} what="Charged" /> : '…'}
        </Tile>
        <Tile
          name="Charged in twelve months"
          note={thisMonth ? `for ${plural(year.runs, 'run')}` : ' '}
        >
          {thisMonth ? <MoneyFigure amount={year.amount} what="Charged in twelve months" /> : '…'}
        </Tile>
        {customer.budgets.length === 0 && !customer.balance && (
          <Tile name="Budget" note="its runs may cost any amount">
            None
          </Tile>
        )}
        {customer.budgets.map(({ period, availableAmount }) => (
          <Tile key={period} name={wordsOfPeriod(period).left} note="within its budget">
            <MoneyFigure
              amount={availableAmount}
              look="balance"
              what={wordsOfPeriod(period).left}
            />
          </Tile>
        ))}
        {customer.balance && (
          <Tile name="Prepaid balance" note="left of its grants">
            <MoneyFigure
              amount={customer.balance.availableAmount}
              look="balance"
              what="Prepaid balance"
            />
          </Tile>
        )}
      </Tiles>
      <div className="columns">
        <div className="stack">
          <Months months={months} shown={month} onShow={show} />
        </div>
        <div className="stack">
          <Budgets customer={customer} onChange={() => onAct('budgets')} />
          <Balance customer={customer} />
          <Details customer={customer} />
        </div>
      </div>
      <div className="stack customer-columns">
        <Charges
          month={month}
          of={{
            endUserId,
            pick: (
              <Pick label="Month" isLabelHidden options={options} value={month} onChange={show} />
            ),
          }}
        />
        {latest.data ? (
          <LatestRuns runs={latest.data} all={`${to('runs')}?${search}`} />
        ) : latest.error ? (
          <Failure error={latest.error} onRetry={() => void latest.refetch()} />
        ) : (
          <Skeleton rows={5} label="Loading its runs" />
        )}
      </div>
    </>
  );
}

function Details({ customer: { endUserId, createdAt } }: { customer: Customer }) {
  const { to } = useHere();
  const links = [
    ...RUN_KINDS.map((kind) => ({ page: kind, name: VIEWS[kind].title.list })),
    { page: 'usage', name: 'Usage' },
    { page: 'sessions', name: 'Sessions' },
    { page: 'traces', name: 'Traces' },
  ];
  return (
    <Card title="Details">
      <Facts>
        <Fact name="Customer since">
          <Moment at={createdAt} />
        </Fact>
        <Fact name="Its activity">
          <span className="customer-links">
            {links.map(({ page, name }) => (
              <Link key={page} href={`${to(page)}?${new URLSearchParams({ endUser: endUserId })}`}>
                {name}
              </Link>
            ))}
          </span>
        </Fact>
      </Facts>
    </Card>
  );
}
