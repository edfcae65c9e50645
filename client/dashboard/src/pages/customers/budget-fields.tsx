import { MoneyField, useUnit } from '../../parts/index.ts';
import { type BudgetsForm, PERIODS, wordsOfPeriod } from './budget.ts';

interface BudgetFieldsProps {
  form: BudgetsForm;
  onChange: (form: BudgetsForm) => void;
}

export function BudgetFields({ form, onChange }: BudgetFieldsProps) {
  const unit = useUnit();
  return PERIODS.map((period) => (
    <MoneyField
      key={period}
      label={wordsOfPeriod(period).name}
      unit={unit}
      value={form[period]}
      onChange={(text) => onChange({ ...form, [period]: text })}
      hint={HINTS[period]}
      placeholder=""
      isOptional
    />
  ));
}

const HINTS = {
  day: 'Resets at midnight UTC. Leave empty for no budget.',
  month: 'Resets on the first of the month, UTC. Leave empty for no budget.',
  total: 'Never resets. Leave empty for no budget.',
};
