/** What runs of all kinds were charged in a month, by customer, key or whatever it is split by. It adds up to the statement. */
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import {
  type ChargedGroup,
  type ChargesBy,
  chargesFile,
  monthFile,
  titleOfKind,
  useCharges,
} from '../../api/index.ts';
import { formatCount, formatDay, formatShare } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  Card,
  DataTable,
  DownloadLink,
  Empty,
  Field,
  Loaded,
  Money,
  Segments,
  useDecimals,
  useZone,
} from '../../parts/index.ts';
import './charges.css';

interface ChargesProps {
  month: string;
  /** Only those of this customer, with this choice of the month. */
  of?: { endUserId: string; pick: ReactNode };
}

export function Charges({ month, of: customer }: ChargesProps) {
  const { workspaceId } = useHere();
  const timeZone = useZone();
  const [by, setBy] = useState<ChargesBy>(customer ? 'subject' : 'endUser');
  const [label, setLabel] = useState('team');
  const isLabel = /^[A-Za-z0-9_.-]{1,64}$/.test(label);
  const all = { month, timeZone, ...(customer && { endUserId: customer.endUserId }) };
  const of = { ...all, by, ...(by === 'label' && { label: isLabel ? label : 'team' }) };
  const charges = useCharges(workspaceId, of);
  return (
    <Card
      title={customer ? 'Statement' : 'Charges'}
      about={`Runs of all kinds, in the month they end.${customer ? '' : ' The sums are those of the statement.'}`}
      isFlush={charges.data !== undefined}
      actions={
        <>
          {customer?.pick}
          <Segments
            label="Split by"
            options={WAYS.filter(({ value }) => !customer || value !== 'endUser')}
            value={by}
            onChange={setBy}
          />
          {by === 'label' && (
            <Field label="Label" value={label} onChange={setLabel} autoComplete="off" />
          )}
          <DownloadLink href={chargesFile(workspaceId, of)} what="all of these charges">
            CSV
          </DownloadLink>
        </>
      }
    >
      <Loaded query={charges} rows={4} label="Loading the charges">
        {(data) =>
          data.groups.length === 0 ? (
            <Empty icon="wallet" title="Nothing charged in this month">
              Charges show up here as soon as a run completes.
            </Empty>
          ) : (
            <Groups groups={data.groups} by={data.by} />
          )
        }
      </Loaded>
      {charges.data && (
        <footer className="charge-files">
          <span>Every charged run</span>
          <DownloadLink href={chargesFile(workspaceId, all)} what={EVERY_RUN}>
            CSV
          </DownloadLink>
          {FILES.map(({ format, name }) => (
            <DownloadLink
              key={format}
              href={monthFile(workspaceId, { ...all, dataset: 'charges', format })}
              what={EVERY_RUN}
            >
              {name}
            </DownloadLink>
          ))}
        </footer>
      )}
    </Card>
  );
}

const EVERY_RUN = 'each charged run of the month';
/** With the columns that programs get. */
const FILES = [
  { format: 'parquet', name: 'Parquet' },
  { format: 'ndjson', name: 'NDJSON' },
] as const;

function Groups({ groups: given, by }: { groups: ChargedGroup[]; by: ChargesBy }) {
  const groups =
    by === 'day' ? given.toSorted((a, b) => (a.group ?? '').localeCompare(b.group ?? '')) : given;
  const all = sumOf(groups);
  const [isWhole, setWhole] = useState(false);
  const isFolded = !isWhole && by !== 'day' && groups.length > FEW + 1;
  const shown = isFolded ? groups.slice(0, FEW) : groups;
  const decimals = useDecimals(
    [...groups, all].flatMap(({ providerAmount, feeAmount }) => [providerAmount, feeAmount]),
  );
  const money = (amount: number) => <Money amount={amount} decimals={decimals} />;
  const name = WAYS.find(({ value }) => value === by)!.label;
  const rest = { isRest: true, ...sumOf(groups.slice(FEW)) };
  return (
    <DataTable<ChargedGroup, string>
      label="Charges"
      look="slim"
      rows={isFolded ? [...shown, rest] : shown}
      sums={[all]}
      keyOf={(each) => (each === rest ? 'rest' : `${each.kind} ${each.group} ${each.isRest}`)}
      numbers={['Runs', 'Provider', 'Fee', 'Charged', 'Share']}
      classes={{ Provider: 'charge-part', Fee: 'charge-part', Share: 'share' }}
      columns={{
        [name]: (group) =>
          group === all ? (
            'All'
          ) : group === rest ? (
            <Button small onPress={() => setWhole(true)}>
              Show {formatCount(groups.length - FEW)} more
            </Button>
          ) : (
            <GroupName group={group} by={by} />
          ),
        Runs: ({ runs }) => formatCount(runs),
        Provider: ({ providerAmount }) => money(providerAmount),
        Fee: ({ feeAmount }) => money(feeAmount),
        Charged: ({ chargedAmount }) => money(chargedAmount),
        Share: (group) => group !== all && formatShare(group.chargedAmount, all.chargedAmount),
      }}
    />
  );
}

/** More than one beyond these are one line, until somebody opens it. */
const FEW = 10;

function sumOf(groups: ChargedGroup[]): ChargedGroup {
  const sum = (pick: (group: ChargedGroup) => number) =>
    groups.reduce((all, group) => all + pick(group), 0);
  return {
    runs: sum(({ runs }) => runs),
    providerAmount: sum(({ providerAmount }) => providerAmount),
    feeAmount: sum(({ feeAmount }) => feeAmount),
    chargedAmount: sum(({ chargedAmount }) => chargedAmount),
  };
}

function GroupName({ group, by }: { group: ChargedGroup; by: ChargesBy }) {
  const { to } = useHere();
  const { group: name, groupName, kind, isRest } = group;
  if (isRest === true) return <span className="faint">All others</span>;
  if (name === undefined) return <span className="faint">{NAMELESS[by]}</span>;
  if (by === 'kind') return titleOfKind(name);
  if (by === 'day') return formatDay(name, 'UTC');
  if (by === 'key')
    return (
      <Link href={to(`keys/${name}`)} className="clip" title={name}>
        {groupName ?? name}
      </Link>
    );
  return (
    <>
      <span className="clip" title={name}>
        {name === '' ? '(empty)' : name}
      </span>
      {kind !== undefined && <span className="row-note">{titleOfKind(kind)}</span>}
    </>
  );
}

const WAYS: { value: ChargesBy; label: string }[] = [
  { value: 'endUser', label: 'Customer' },
  { value: 'key', label: 'Key' },
  { value: 'subject', label: 'Model or tool' },
  { value: 'kind', label: 'Kind' },
  { value: 'day', label: 'Day' },
  { value: 'label', label: 'Label' },
];

const NAMELESS: Record<ChargesBy, string> = {
  endUser: 'No customer',
  key: 'No key',
  subject: 'None',
  kind: 'None',
  day: 'None',
  label: 'Without this label',
};
