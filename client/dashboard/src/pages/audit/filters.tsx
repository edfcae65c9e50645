/** The filters of the audit trail, which the address contains. */
import { useSearchParams } from 'wouter';
import { type AuditFilters, allRows, useMembers } from '../../api/index.ts';
import { dayPlus, startOfDay } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Button, Field, Pick, Segments, useZone } from '../../parts/index.ts';
import { KIND_WORDS, wordsOfKind } from './words.ts';

type By = 'people' | 'service' | 'all';

export function useAuditFilters() {
  const zone = useZone();
  const [params, setParams] = useSearchParams();
  const text = (name: string) => params.get(name) ?? '';
  const view = {
    by: BY.find(({ value }) => value === text('by'))?.value ?? 'people',
    kind: /^[a-z_]{0,64}$/.test(text('kind')) ? text('kind') : '',
    actor: text('actor').slice(0, 64),
    from: dayIn(text('from')),
    to: dayIn(text('to')),
  };
  const filters: AuditFilters = {
    ...(view.by !== 'all' && { by: view.by }),
    ...(view.kind !== '' && { kind: view.kind }),
    ...(view.actor !== '' && { actorId: view.actor }),
    ...(view.from !== '' && { createdFrom: startOfDay(view.from, zone) }),
    ...(view.to !== '' && { createdBefore: startOfDay(dayPlus(view.to, 1), zone) }),
  };
  const change = (part: Partial<typeof view>) => {
    setParams(new URLSearchParams(chosenIn({ ...view, ...part })), { replace: true });
  };
  return { view, filters, change, clear: () => setParams(new URLSearchParams()) };
}

export function AuditFilterBar({
  view,
  change,
  clear,
}: Omit<ReturnType<typeof useAuditFilters>, 'filters'>) {
  const { workspaceId } = useHere();
  const members = allRows(useMembers(workspaceId).data) ?? [];
  return (
    <search className="filters">
      <Segments label="By" options={BY} value={view.by} onChange={(by) => change({ by })} />
      <Pick
        label="Event"
        isLabelHidden
        options={withChosen(KINDS, view.kind, wordsOfKind(view.kind))}
        value={view.kind}
        onChange={(kind) => change({ kind })}
      />
      <Pick
        label="Person"
        isLabelHidden
        options={withChosen(
          [
            { value: '', label: 'Anyone' },
            ...members.map(({ user: { id, name, email } }) => ({
              value: id,
              label: name,
              about: email,
            })),
          ],
          view.actor,
          view.actor,
        )}
        value={view.actor}
        onChange={(actor) => change({ actor })}
      />
      <Field label="From" type="date" value={view.from} onChange={(from) => change({ from })} />
      <Field label="To" type="date" value={view.to} onChange={(to) => change({ to })} />
      {chosenIn(view).length > 0 && (
        <Button look="quiet" icon="close" onPress={clear}>
          Clear
        </Button>
      )}
    </search>
  );
}

/** The parts of the view that differ from the usual one: what people did. */
function chosenIn(view: ReturnType<typeof useAuditFilters>['view']): [string, string][] {
  return Object.entries(view).filter(([name, value]) => value !== (name === 'by' ? 'people' : ''));
}

interface Named {
  value: string;
  label: string;
}

function withChosen(options: Named[], chosen: string, label: string): Named[] {
  const isKnown = options.some(({ value }) => value === chosen);
  return isKnown ? options : [...options, { value: chosen, label }];
}

function dayIn(text: string): string {
  return /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}

const BY: { value: By; label: string }[] = [
  { value: 'people', label: 'People' },
  { value: 'service', label: 'System' },
  { value: 'all', label: 'Everything' },
];

const KINDS: Named[] = [
  { value: '', label: 'All events' },
  ...Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label })),
];
