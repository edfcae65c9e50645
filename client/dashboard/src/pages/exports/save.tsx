/** The dialogs of exports: save one, ask for a file of a month, and delete a saved export. */
import { type ReactNode, useState } from 'react';
import {
  type CreateSavedExport,
  faultsByField,
  randomKey,
  type SavedExport,
  useDeleteSavedExport,
  useMakeExport,
  useSaveExport,
} from '../../api/index.ts';
import { monthsBefore } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Confirmation,
  Field,
  Pick as PickOne,
  Radios,
  SaveDialog,
  useNow,
  useSubmission,
  useZone,
} from '../../parts/index.ts';
import { DATASETS, FORMATS, PERIODS } from './words.ts';

const FIELDS = ['name', 'endUserId'] as const;

export function SaveExport({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useHere();
  const save = useSaveExport();
  const [text, setText] = useState('');
  const [period, setPeriod] = useState<CreateSavedExport['period']>('previous_month');
  const { header, body, ...fields } = useExportFields();
  const name = text.trim();
  const submission = useSubmission(async () => {
    const params = { path: { workspaceId }, header };
    await save.mutateAsync({ params, body: { ...body, name, period } });
    announce(`Saved “${name}”.`);
    onClose();
  });
  const faults = faultsByField(submission.error, FIELDS);
  return (
    <SaveDialog
      title="Save an export"
      submission={submission}
      fields={FIELDS}
      save="Save export"
      isReady={name !== ''}
      onClose={onClose}
    >
      <Field
        label="Name"
        value={text}
        onChange={setText}
        fault={faults.name}
        hint="Such as “Charges for the books”."
        autoComplete="off"
        isRequired
        autoFocus
      />
      <ExportFields {...fields} fault={faults.endUserId}>
        <PickOne label="Period" options={PERIODS} value={period} onChange={setPeriod} />
      </ExportFields>
      <p className="hint">
        Days and months are those of the workspace’s time zone, when the file is downloaded.
      </p>
    </SaveDialog>
  );
}

export function MakeExport({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useHere();
  const make = useMakeExport();
  const months = monthsBefore(useNow(), useZone());
  const [month, setMonth] = useState(months[1]!.value);
  const { header, body, ...fields } = useExportFields();
  const submission = useSubmission(async () => {
    await make.mutateAsync({ params: { path: { workspaceId }, header }, body: { ...body, month } });
    announce('The file is being made.');
    onClose();
  });
  return (
    <SaveDialog
      title="Make a file"
      submission={submission}
      fields={['endUserId']}
      save="Make file"
      onClose={onClose}
    >
      <ExportFields {...fields} fault={faultsByField(submission.error, ['endUserId']).endUserId}>
        <PickOne label="Month" options={months} value={month} onChange={setMonth} />
      </ExportFields>
      <p className="hint">
        You need not stay on this page. If this deployment sends mail, you get one when the file is
        ready. It is kept for seven days at most.
      </p>
      <p className="hint">
        The file counts into the stored files of the workspace, of which exports may have half, and
        costs what stored files cost if your operator charges for storage.
      </p>
    </SaveDialog>
  );
}

interface RemoveProps {
  saved: SavedExport;
  onClose: () => void;
}

export function DeleteExport({ saved: { id, name }, onClose }: RemoveProps) {
  const { workspaceId } = useHere();
  const remove = useDeleteSavedExport();
  const submission = useSubmission(async () => {
    await remove.mutateAsync({ params: { path: { workspaceId, savedExportId: id } } });
    announce(`Deleted “${name}”.`);
    onClose();
  });
  return (
    <Confirmation
      title={`Delete “${name}”?`}
      submission={submission}
      verb="Delete export"
      onClose={onClose}
      consequences={[
        'Programs that read its file get a 404, at once.',
        'What it exports stays, and so do files that were downloaded.',
      ]}
    />
  );
}

type Chosen = Required<Pick<CreateSavedExport, 'dataset' | 'format' | 'endUserId'>>;

/** The request key is made with the form, so a double click asks once. */
function useExportFields() {
  const [requestKey] = useState(randomKey);
  const [chosen, setChosen] = useState<Chosen>({
    ...{ dataset: 'charges', format: 'csv', endUserId: '' },
  });
  const { dataset, format } = chosen;
  const endUserId = chosen.endUserId.trim();
  return {
    header: { 'Idempotency-Key': requestKey },
    body: { dataset, format, ...(endUserId !== '' && { endUserId }) },
    chosen,
    change: (part: Partial<Chosen>) => setChosen((last) => ({ ...last, ...part })),
  };
}

interface ExportFieldsProps extends Pick<ReturnType<typeof useExportFields>, 'chosen' | 'change'> {
  /** Of the customer. */
  fault: string | undefined;
  /** Chooses the period. */
  children: ReactNode;
}

function ExportFields({ chosen, change, fault, children }: ExportFieldsProps) {
  return (
    <>
      <Radios
        label="What"
        options={DATASETS}
        value={chosen.dataset}
        onChange={(dataset) => change({ dataset })}
      />
      {children}
      <PickOne
        label="Format"
        options={FORMATS}
        value={chosen.format}
        onChange={(format) => change({ format })}
      />
      <Field
        label="Only this customer"
        value={chosen.endUserId}
        onChange={(endUserId) => change({ endUserId })}
        fault={fault}
        hint="Its ID, as your runs name it in attribution.endUserId."
        autoComplete="off"
        isOptional
      />
    </>
  );
}
