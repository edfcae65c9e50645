/** The labels of a customer as text: a line for each, such as `plan: starter`. */
import { TextBox } from '../../parts/index.ts';

interface LabelsFieldProps {
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
}

export function LabelsField({ value, onChange, fault }: LabelsFieldProps) {
  const own = readLabels(value) === undefined ? 'Write each line as name: value.' : undefined;
  return (
    <TextBox
      label="Labels"
      value={value}
      onChange={onChange}
      fault={fault ?? own}
      hint="One per line, such as plan: starter."
      rows={2}
      isCode
      isOptional
    />
  );
}

/** Undefined if a line is no label. */
export function readLabels(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const labels = lines.map((line) => /^\s*([\w.-]{1,64})\s*:\s*(.*?)\s*$/.exec(line));
  if (labels.some((label) => label === null)) return undefined;
  return Object.fromEntries(labels.map((label) => [label![1]!, label![2]!]));
}

export function writeLabels(labels: Record<string, string> = {}): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
