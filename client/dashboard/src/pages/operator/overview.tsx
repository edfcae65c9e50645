/** Whether the deployment works: what needs attention, what waits, what was lost, and who spent most. */
import { Link } from 'wouter';
import { titleOfKind } from '../../api/index.ts';
import { type Overview, useOverview } from '../../api/operator.ts';
import { formatCount, formatDuration } from '../../format/index.ts';
import {
  Badge,
  Card,
  DataTable,
  Empty,
  Loaded,
  Money,
  MoneyFigure,
  Notice,
  Page,
  RunBadge,
  Tile,
  Tiles,
  useDecimals,
} from '../../parts/index.ts';

export function OverviewPage({ title }: { title: string }) {
  const overview = useOverview();
  return (
    <Page title={title} about="The whole deployment. Sums are of the last 24 hours.">
      <Loaded query={overview} rows={8} label="Loading the overview">
        {(data) => <Shown overview={data} />}
      </Loaded>
    </Page>
  );
}

function Shown({ overview }: { overview: Overview }) {
  const { alarms, workers, queues, lostAmount, webhooks } = overview;
  const open = queues.reduce((sum, { runs }) => sum + runs, 0);
  const held = queues.reduce((sum, { heldAmount }) => sum + heldAmount, 0);
  return (
    <>
      {alarms.length === 0 ? (
        <Notice tone="good" title="Nothing needs attention" />
      ) : (
        alarms.map((alarm) => <Alarm key={alarm} alarm={alarm} />)
      )}
      <Tiles>
        <Tile name="Workers">{formatCount(workers)}</Tile>
        <Tile
          name="Runs under way"
          note={
            <>
              <Money amount={held} /> held
            </>
          }
        >
          {formatCount(open)}
        </Tile>
        <Tile name="Lost, 24 hours">
          <MoneyFigure amount={lostAmount} what="Lost in 24 hours" />
        </Tile>
        <Tile
          name="Webhooks waiting"
          note={`${formatCount(webhooks.waitingForFailing)} for receivers that fail`}
        >
          {formatCount(webhooks.waiting)}
        </Tile>
      </Tiles>
      <div className="columns">
        <div className="stack">
          <Queues overview={overview} />
          <Chores overview={overview} />
        </div>
        <div className="stack">
          <Spenders overview={overview} />
          <Losses overview={overview} />
        </div>
      </div>
    </>
  );
}

function Alarm({ alarm }: { alarm: string }) {
  const { title, words, to } = ALARMS[alarm] ?? { title: alarm, words: '', to: undefined };
  return (
    <Notice tone="bad" title={title} actions={to && <Link href={to.href}>{to.words}</Link>}>
      {words}
    </Notice>
  );
}

interface AlarmWords {
  title: string;
  words: string;
  to?: { href: string; words: string };
}

const ALARMS: Record<string, AlarmWords> = {
  claims_refused: {
    title: 'No run is started',
    words: 'The database is not the one that the deployment knows. See the command recover.',
  },
  no_worker: {
    title: 'No process carries out runs',
    words: 'Runs wait until a worker starts.',
  },
  outcomes_unknown: {
    title: 'Some outcomes are unknown',
    words: 'The service asks the providers by itself, and gives up at a deadline.',
    to: { href: '/unknown-runs', words: 'See the runs' },
  },
  provider_away: {
    title: 'A provider is away',
    words: 'It gets nothing but probes. Its runs wait, or go to the next provider of their model.',
    to: { href: '/providers', words: 'See the providers' },
  },
  chore_overdue: {
    title: 'A chore is overdue',
    words: 'It hasn’t succeeded for long. The log of a worker says why.',
  },
  payments_differ: {
    title: 'Payments by card differ',
    words: 'What was credited is not what the payment provider’s list says.',
    to: { href: '/books', words: 'See the payments' },
  },
};

function Queues({ overview: { queues } }: { overview: Overview }) {
  const decimals = useDecimals(queues.map(({ heldAmount }) => heldAmount));
  return (
    <Card title="Runs under way" isFlush>
      {queues.length === 0 ? (
        <Empty icon="runs" title="No run is open">
          Everything that was created has ended.
        </Empty>
      ) : (
        <DataTable
          label="Runs under way"
          rows={queues}
          keyOf={({ kind, provider, state }) => `${kind} ${provider} ${state}`}
          numbers={['Runs', 'Held', 'Oldest']}
          columns={{
            Provider: ({ kind, provider }) => (
              <>
                {provider}
                <span className="row-note">{titleOfKind(kind)}</span>
              </>
            ),
            State: ({ state }) => <RunBadge state={state} />,
            Runs: ({ runs }) => formatCount(runs),
            Held: ({ heldAmount }) => <Money amount={heldAmount} decimals={decimals} />,
            Oldest: ({ oldestSeconds }) => formatDuration(oldestSeconds * 1_000),
          }}
        />
      )}
    </Card>
  );
}

function Chores({ overview: { chores } }: { overview: Overview }) {
  return (
    <Card title="Chores" about="What workers do repeatedly besides runs." isFlush>
      {chores.length === 0 ? (
        <Empty icon="rotate" title="No chores yet">
          They appear with the first turn of a worker.
        </Empty>
      ) : (
        <DataTable
          label="Chores"
          look="slim"
          rows={chores}
          keyOf={({ name }) => name}
          numbers={['Succeeded', 'Failed since']}
          columns={{
            Chore: ({ name }) => name,
            Succeeded: ({ succeededSecondsAgo, isOverdue }) => (
              <>
                {isOverdue && <Badge tone="bad">Overdue</Badge>}{' '}
                {formatDuration(succeededSecondsAgo * 1_000)} ago
              </>
            ),
            'Failed since': ({ failures }) => formatCount(failures),
          }}
        />
      )}
    </Card>
  );
}

function Spenders({ overview: { spenders } }: { overview: Overview }) {
  return (
    <Card title="Largest spend" isFlush>
      {spenders.length === 0 ? (
        <Empty icon="usage" title="No spend">
          Nothing was charged in the last 24 hours.
        </Empty>
      ) : (
        <Named
          label="Largest spend"
          rows={spenders.map(({ chargedAmount, ...row }) => ({ ...row, amount: chargedAmount }))}
        />
      )}
    </Card>
  );
}

function Losses({ overview: { losses } }: { overview: Overview }) {
  return (
    <Card title="Largest losses" isFlush>
      {losses.length === 0 ? (
        <Empty icon="check" title="No losses">
          The deployment bore nothing in the last 24 hours.
        </Empty>
      ) : (
        <Named
          label="Largest losses"
          rows={losses.map(({ lostAmount, ...row }) => ({ ...row, amount: lostAmount }))}
        />
      )}
    </Card>
  );
}

interface NamedProps {
  label: string;
  rows: { id: string; name: string; runs: number; amount: number }[];
}

function Named({ label, rows }: NamedProps) {
  const decimals = useDecimals(rows.map(({ amount }) => amount));
  return (
    <DataTable
      {...{ label, rows }}
      look="slim"
      keyOf={({ id }) => id}
      numbers={['Runs', 'Amount']}
      columns={{
        Workspace: ({ id, name }) => <Link href={`/workspaces/${id}`}>{name}</Link>,
        Runs: ({ runs }) => formatCount(runs),
        Amount: ({ amount }) => <Money amount={amount} decimals={decimals} />,
      }}
    />
  );
}
