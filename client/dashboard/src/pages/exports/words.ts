/** What can be exported, as forms offer it and as the list says it. */
import type { CreateSavedExport } from '../../api/index.ts';
import { capitalized } from '../../format/index.ts';

type Choice = Pick<CreateSavedExport, 'dataset' | 'period' | 'format'>;
type Options<Name extends keyof Choice> = { value: Choice[Name]; label: string; about?: string }[];

export const DATASETS: Options<'dataset'> = [
  {
    value: 'charges',
    label: 'Charges',
    about: 'Each charged run. Adds up to the statement.',
  },
  { value: 'runs', label: 'Runs', about: 'Everything that was created, charged or not.' },
  { value: 'scores', label: 'Scores', about: 'How good runs, spans, and sessions were.' },
  { value: 'spans', label: 'Spans', about: 'What your programs sent as traces.' },
];

export const PERIODS: Options<'period'> = [
  { value: 'previous_month', label: 'Previous month' },
  { value: 'current_month', label: 'Current month, so far' },
  { value: 'previous_day', label: 'Previous day' },
];

export const FORMATS: Options<'format'> = [
  { value: 'csv', label: 'CSV' },
  { value: 'parquet', label: 'Parquet' },
  { value: 'ndjson', label: 'NDJSON' },
];

/** A later version of the service may have more of them than this page knows. */
export function wordsOf(options: { value: string; label: string }[], value: string): string {
  const known = options.find((option) => option.value === value);
  return known?.label ?? capitalized(value.replaceAll('_', ' '));
}
