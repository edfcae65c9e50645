/** Every movement of money, newest first, with the run that it belongs to. */
import { useSearchParams } from 'wouter';
import {
  allRows,
  type EntryFilters,
  entriesFile,
  useEntries,
  useKeyNames,
} from '../../api/index.ts';
import { dayPlus, startOfDay } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  Card,
  DownloadLink,
  Empty,
  Field,
  Listing,
  Pick,
  Segments,
  useZone,
} from '../../parts/index.ts';
import { EntryTable, WORDS } from './entry-table.tsx';
import { MovementTable } from './movement-table.tsx';
import './entries.css';

export function Entries() {
  const { workspaceId } = useHere();
  const { params, setParams, kind, keyId, from, to, filters, change } = useEntryFilters();
  const look: Look = kind !== '' || params.get('show') === 'entries' ? 'entries' : 'runs';
  const isNarrowed = Object.keys(filters).length > 0;
  const entries = useEntries(workspaceId, filters);
  const nameOfKey = useKeyNames(workspaceId);

  return (
    <Card
      title="Transactions"
      about={keyId ? `Only the key ${nameOfKey(keyId)}.` : LOOK_WORDS[look]}
      isFlush
      actions={
        <>
          {keyId && (
            <Button small icon="close" onPress={() => setParams(without(params, 'key'))}>
              All keys
            </Button>
          )}
          <Segments
            label="Show"
            options={LOOKS}
            value={look}
            onChange={(next) => change('show', next === 'runs' ? '' : next)}
          />
          <Pick
            label="Kind"
            isLabelHidden
            options={KINDS}
            value={kind}
            onChange={(next) => change('kind', next)}
          />
          <Field
            label="From"
            type="date"
            value={from ?? ''}
            onChange={(day) => change('from', day)}
          />
          <Field label="To" type="date" value={to ?? ''} onChange={(day) => change('to', day)} />
          <DownloadLink href={entriesFile(workspaceId, filters)} what="all of these entries">
            CSV
          </DownloadLink>
        </>
      }
    >
      <Listing
        list={entries}
        rows={allRows(entries.data)}
        what="the entries"
        bones={8}
        empty={
          <Empty
            icon="wallet"
            title={isNarrowed ? 'No matching transactions' : 'No transactions yet'}
          >
            {isNarrowed
              ? 'Try another kind or date range.'
              : 'The first one appears when credit is added.'}
          </Empty>
        }
      >
        {(rows) =>
          look === 'entries' ? (
            <EntryTable entries={rows} nameOfKey={nameOfKey} />
          ) : (
            <MovementTable entries={rows} nameOfKey={nameOfKey} />
          )
        }
      </Listing>
    </Card>
  );
}

/** The filters of the transactions, which the address contains. */
function useEntryFilters() {
  const zone = useZone();
  const [params, setParams] = useSearchParams();
  const kind = params.get('kind') ?? '';
  const keyId = params.get('key') ?? '';
  const [from, to] = ['from', 'to'].map((name) => dayIn(params.get(name)));
  const filters: EntryFilters = {
    ...(kind && { kind }),
    ...(keyId && { keyId }),
    ...(from && { createdFrom: startOfDay(from, zone) }),
    ...(to && { createdBefore: startOfDay(dayPlus(to, 1), zone) }),
  };
  const change = (name: string, next: string) =>
    setParams(withValue(params, name, next), { replace: true });
  return { params, setParams, kind, keyId, from, to, filters, change };
}

/** Returns nothing if the address has no day. */
function dayIn(text: string | null): string {
  return text !== null && /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : '';
}

const LOOK_WORDS: Record<Look, string> = {
  runs: 'What moved money for good. A run that was charged is one line, which opens to its ledger entries.',
  entries: 'Each entry of the ledger, with what the wallet had available right after it.',
};

type Look = 'runs' | 'entries';

const LOOKS: { value: Look; label: string }[] = [
  { value: 'runs', label: 'Settled' },
  { value: 'entries', label: 'Ledger' },
];

const KINDS = [
  { value: '', label: 'All kinds' },
  ...Object.entries(WORDS).map(([value, { name }]) => ({ value, label: name })),
];

function withValue(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

function without(params: URLSearchParams, name: string): URLSearchParams {
  return withValue(params, name, '');
}
