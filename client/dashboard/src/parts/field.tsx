/** Text fields. A fault is shown at its field and is read out with it. */
import { type ReactNode, useState } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField } from 'react-aria-components';
import { formatMoney, parseMoney, symbolOf, type Unit } from '../format/index.ts';
import './field.css';

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  name?: string;
  type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'datetime-local';
  hint?: ReactNode;
  fault?: string | undefined;
  isOptional?: boolean;
  isRequired?: boolean;
  isDisabled?: boolean;
  autoComplete?: string;
  autoFocus?: boolean;
  placeholder?: string;
  unit?: string;
  isDecimal?: boolean;
  onBlur?: () => void;
  onKeyDown?: (event: Pressed) => void;
}

export interface Pressed {
  key: string;
  preventDefault: () => void;
  /** Passes the key on to the elements around the field. */
  continuePropagation: () => void;
}

export function Field(props: FieldProps) {
  const { label, hint, fault, unit, type = 'text' } = props;
  const input = (
    <Input
      className="input"
      {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
    />
  );
  return (
    <TextField
      className="field"
      type={type}
      value={props.value}
      onChange={props.onChange}
      isInvalid={fault !== undefined}
      isRequired={props.isRequired === true}
      isDisabled={props.isDisabled === true}
      validationBehavior="aria"
      {...(props.name !== undefined && { name: props.name })}
      {...(props.autoComplete !== undefined && { autoComplete: props.autoComplete })}
      {...(props.autoFocus === true && { autoFocus: true })}
      {...(props.onBlur && { onBlur: props.onBlur })}
      {...(props.onKeyDown && { onKeyDown: props.onKeyDown })}
      {...(props.isDecimal && { inputMode: 'decimal' as const })}
    >
      <Label>
        {label}
        {props.isOptional && <span className="optional"> (optional)</span>}
      </Label>
      {unit === undefined ? (
        input
      ) : (
        <span className="with-unit">
          <span className="unit" aria-hidden="true">
            {unit}
          </span>
          {input}
        </span>
      )}
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="fault">{fault}</FieldError>
    </TextField>
  );
}

interface TextBoxProps extends Pick<FieldProps, 'label' | 'value' | 'onChange' | 'hint' | 'fault'> {
  rows?: number;
  isCode?: boolean;
  isOptional?: boolean;
  isLabelHidden?: boolean;
  autoFocus?: boolean;
}

/** A field for text of several lines. */
export function TextBox(props: TextBoxProps) {
  const { label, value, onChange, hint, fault, rows = 4, isCode = false } = props;
  return (
    <TextField
      className="field"
      value={value}
      onChange={onChange}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
      {...(props.autoFocus === true && { autoFocus: true })}
    >
      <Label className={props.isLabelHidden ? 'sr-only' : 'react-aria-Label'}>
        {label}
        {props.isOptional && <span className="optional"> (optional)</span>}
      </Label>
      <TextArea
        className={isCode ? 'input text-box mono' : 'input text-box'}
        rows={rows}
        spellCheck={!isCode}
      />
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="fault">{fault}</FieldError>
    </TextField>
  );
}

/** A field for an amount, which shows the amount that the text is read as. */
export function MoneyField({ unit, ...props }: Omit<FieldProps, 'type' | 'unit'> & { unit: Unit }) {
  const [left, setLeft] = useState(false);
  const parsed = parseMoney(props.value, unit);
  const own = left && props.value !== '' && 'fault' in parsed ? parsed.fault : undefined;
  const fault = props.fault ?? own;
  const echo =
    'amount' in parsed ? <output>That is {formatMoney(parsed.amount, unit)}.</output> : undefined;
  return (
    <Field
      {...props}
      hint={
        echo === undefined ? (
          props.hint
        ) : (
          <>
            {echo} {props.hint}
          </>
        )
      }
      isDecimal
      autoComplete="off"
      unit={symbolOf(unit.currency)}
      placeholder={props.placeholder ?? '0.00'}
      onBlur={() => setLeft(true)}
      {...(fault !== undefined && { fault })}
    />
  );
}
