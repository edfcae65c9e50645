/** Fields with choices: check boxes and radio buttons as cards, a row of segments, and a list that opens. */
import type { ReactNode } from 'react';
import {
  Button,
  Checkbox,
  CheckboxGroup,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Radio,
  RadioGroup,
  Select,
  SelectValue,
  ToggleButton,
  ToggleButtonGroup,
} from 'react-aria-components';
import { Icon } from './icon.tsx';
import './field.css';
import './popover.css';
import './choice.css';

interface Option<Value extends string = string> {
  value: Value;
  label: string;
  about?: ReactNode;
  isDisabled?: boolean;
}

interface ChecksProps {
  label: string;
  options: Option[];
  value: string[];
  onChange: (value: string[]) => void;
  fault?: string | undefined;
}

export function Checks({ label, options, value, onChange, fault }: ChecksProps) {
  return (
    <CheckboxGroup
      className="field"
      value={value}
      onChange={onChange}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
    >
      <Label>{label}</Label>
      <div className="choices">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            value={option.value}
            className="choice"
            isDisabled={option.isDisabled === true}
          >
            <Tick />
            <Words {...option} />
          </Checkbox>
        ))}
      </div>
      <FieldError className="fault">{fault}</FieldError>
    </CheckboxGroup>
  );
}

interface CheckProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  children: ReactNode;
  isDisabled?: boolean;
}

export function Check({ isSelected, onChange, children, isDisabled = false }: CheckProps) {
  return (
    <Checkbox
      className="choice bare"
      isSelected={isSelected}
      onChange={onChange}
      isDisabled={isDisabled}
    >
      <Tick />
      <span>{children}</span>
    </Checkbox>
  );
}

interface OneProps<Value extends string> {
  label: string;
  options: Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

export function Radios<Value extends string>({ label, options, value, onChange }: OneProps<Value>) {
  return (
    <RadioGroup
      className="field"
      value={value}
      onChange={(next) => onChange(chosen(options, next, value))}
    >
      <Label>{label}</Label>
      <div className="choices">
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            className="choice"
            isDisabled={option.isDisabled === true}
          >
            <span className="box round">
              <Icon name="check" />
            </span>
            <Words {...option} />
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

export function Segments<Value extends string>(props: OneProps<Value>) {
  const { label, options, value, onChange } = props;
  return (
    <ToggleButtonGroup
      className="segments"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => onChange(chosen(options, [...keys][0], value))}
    >
      {options.map((option) => (
        <ToggleButton key={option.value} id={option.value} className="segment">
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

interface PickProps<Value extends string> extends OneProps<Value> {
  /** The label is for screen readers; the surrounding text shows it to others. */
  isLabelHidden?: boolean;
}

export function Pick<Value extends string>(props: PickProps<Value>) {
  const { label, options, value, onChange, isLabelHidden = false } = props;
  return (
    <Select
      className="field"
      value={value}
      onChange={(key) => onChange(chosen(options, key, value))}
      {...(isLabelHidden && { 'aria-label': label })}
    >
      {!isLabelHidden && <Label>{label}</Label>}
      <Button className="select-button">
        <SelectValue>{({ selectedText }) => selectedText}</SelectValue>
        <Icon name="down" />
      </Button>
      <Popover className="popover" offset={4}>
        <ListBox className="list" items={options}>
          {(option) => (
            <ListBoxItem
              id={option.value}
              textValue={option.label}
              className="option"
              isDisabled={option.isDisabled === true}
            >
              {({ isSelected }) => (
                <>
                  <span>
                    {option.label}
                    {option.about !== undefined && (
                      <span className="option-note">{option.about}</span>
                    )}
                  </span>
                  <span className="end">{isSelected && <Icon name="check" />}</span>
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}

/** The box of a check box. */
export function Tick() {
  return (
    <span className="box">
      <Icon name="check" />
    </span>
  );
}

function Words({ label, about }: Option) {
  return (
    <>
      <strong>{label}</strong>
      {about !== undefined && <span className="about">{about}</span>}
    </>
  );
}

function chosen<Value extends string>(options: Option<Value>[], key: unknown, old: Value): Value {
  return options.find(({ value }) => value === key)?.value ?? old;
}
