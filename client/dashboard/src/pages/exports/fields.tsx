/** What the forms of saved exports and of made files share: what a file has, its format, its customer and the request key. */
import { type ReactNode, useState } from 'react';
import type { CreateSavedExport } from '../../api/index.ts';
import { Field, Pick as PickOne, Radios } from '../../parts/index.ts';
import { randomKey } from '../keys/new-key.ts';
import { DATASETS, FORMATS } from './words.ts';

type Chosen = Required<Pick<CreateSavedExport, 'dataset' | 'format' | 'endUserId'>>;

/** The request key is made with the form, so a double click asks once. */
export function useExportFields() {
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

export function ExportFields({ chosen, change, fault, children }: ExportFieldsProps) {
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
