/** Sets the model and its parameters. Only parameters that the model takes can be set. */
import type { Catalog, Model } from '../../api/index.ts';
import { formatCount, perMillion, symbolOf } from '../../format/index.ts';
import { Card, Field, Pick, TextBox } from '../../parts/index.ts';
import { type Draft, OPTIONS, takes } from './draft.ts';

interface OptionsProps {
  catalog: Catalog;
  model: Model | undefined;
  most: number;
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  faults: Record<string, string>;
}

export function Options({ catalog, model, most, draft, onChange, faults }: OptionsProps) {
  const isKnown = catalog.models.some(({ id }) => id === draft.model);
  const models = catalog.models.map(({ id, name }) => ({ value: id, label: id, about: name }));
  return (
    <Card title="Model">
      <div className="editor-fields">
        <Pick
          label="Model"
          options={isKnown ? models : [{ value: draft.model, label: draft.model }, ...models]}
          value={draft.model}
          onChange={(next) => onChange({ model: next })}
        />
        {!isKnown && <p className="fault">This model isn’t offered anymore. Choose another one.</p>}
        {faults.model !== undefined && <p className="fault">{faults.model}</p>}
        {model && <p className="hint">{pricesOf(model)}</p>}
        <Field
          label="Max output tokens"
          value={draft.maxOutputTokens}
          onChange={(maxOutputTokens) => onChange({ maxOutputTokens })}
          fault={faults.maxOutputTokens}
          hint={`Up to ${formatCount(most)}. Fewer tokens mean a smaller hold.`}
          autoComplete="off"
          isRequired
        />
        <Generation {...{ model, draft, onChange, faults }} />
      </div>
    </Card>
  );
}

function pricesOf({ pricing, contextLength }: Model): string {
  const sign = symbolOf(pricing.currency);
  const prices = `${sign}${perMillion(pricing.prompt)} in and ${sign}${perMillion(pricing.completion)} out per million tokens`;
  return contextLength === undefined
    ? `${prices}.`
    : `${prices} · ${formatCount(contextLength)} tokens of context.`;
}

function Generation({
  model,
  draft,
  onChange,
  faults,
}: Pick2<OptionsProps, 'model' | 'draft' | 'onChange' | 'faults'>) {
  if (!OPTIONS.some((option) => takes(model, option))) return null;
  const number = (
    label: string,
    option: 'temperature' | 'top_p' | 'seed',
    member: 'temperature' | 'topP' | 'seed',
    hint: string,
  ) =>
    takes(model, option) && (
      <Field
        label={label}
        value={draft[member]}
        onChange={(text) => onChange({ [member]: text })}
        fault={faults[option]}
        hint={hint}
        autoComplete="off"
        isDecimal
        isOptional
      />
    );
  return (
    <details className="tool playground-options">
      <summary>Generation settings</summary>
      <div className="editor-fields">
        {number('Temperature', 'temperature', 'temperature', '0 to 2. Lower is more predictable.')}
        {number('Top P', 'top_p', 'topP', 'Above 0, up to 1.')}
        {number('Seed', 'seed', 'seed', 'The same seed makes answers more alike.')}
        {takes(model, 'reasoning') && (
          <Pick
            label="Reasoning effort"
            options={EFFORTS}
            value={draft.effort}
            onChange={(effort) => onChange({ effort })}
          />
        )}
        {takes(model, 'stop') && (
          <TextBox
            label="Stop sequences"
            value={draft.stop}
            onChange={(stop) => onChange({ stop })}
            fault={faults.stop}
            hint="One per line, up to four."
            rows={2}
            isOptional
          />
        )}
      </div>
    </details>
  );
}

type Pick2<Of, Names extends keyof Of> = { [Name in Names]: Of[Name] };

const EFFORTS: { value: Draft['effort']; label: string }[] = [
  { value: '', label: 'Model default' },
  { value: 'none', label: 'None' },
  { value: 'minimal', label: 'Minimal' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
  { value: 'xhigh', label: 'Extra high' },
  { value: 'max', label: 'Maximum' },
];
