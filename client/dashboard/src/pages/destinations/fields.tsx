/** The fields of a destination, for the forms that create and change one. */
import { Button, Check, Checks, Field, Segments } from '../../parts/index.ts';
import { type DestinationForm, KINDS } from './form.ts';

interface FieldsProps {
  form: DestinationForm;
  onChange: (part: Partial<DestinationForm>) => void;
  /** The faults by the name of the field. */
  faults: Record<string, string>;
  /** The names of the saved headers, if the form changes a destination. */
  headerNames?: string[];
}

export function DestinationFields({ form, onChange, faults, headerNames }: FieldsProps) {
  return (
    <>
      <Field
        label="Name"
        value={form.name}
        onChange={(name) => onChange({ name })}
        fault={faults.name}
        placeholder="Production tracing"
        autoComplete="off"
        isRequired
        autoFocus
      />
      <Field
        label="Address"
        value={form.url}
        onChange={(url) => onChange({ url })}
        fault={faults.url}
        placeholder="https://otel.example.com/v1/traces"
        hint="Full URL of an OTLP/HTTP traces endpoint."
        autoComplete="off"
        isRequired
      />
      {headerNames !== undefined && headerNames.length > 0 && (
        <Check
          isSelected={form.keepsHeaders}
          onChange={(keepsHeaders) => onChange({ keepsHeaders })}
        >
          Keep its headers: {headerNames.join(', ')}
        </Check>
      )}
      {!(form.keepsHeaders && headerNames?.length) && (
        <HeaderFields form={form} onChange={onChange} faults={faults} />
      )}
      <Checks
        label="Send the spans of"
        options={optionsFor(form.kinds)}
        value={form.kinds}
        onChange={(kinds) => onChange({ kinds })}
        fault={faults.kinds}
      />
      <Check
        isSelected={form.includeContent}
        onChange={(includeContent) => onChange({ includeContent })}
      >
        Include prompts and answers
        <span className="row-note">
          If off, spans carry models, tokens, cost, and timing, but no text.
        </span>
      </Check>
      <div className="wire">
        <Segments
          label="Encoding"
          options={[
            { value: 'protobuf', label: 'Protobuf' },
            { value: 'json', label: 'JSON' },
          ]}
          value={form.encoding}
          onChange={(encoding) => onChange({ encoding })}
        />
        <Check
          isSelected={form.isCompressed}
          onChange={(isCompressed) => onChange({ isCompressed })}
        >
          Compressed with gzip
        </Check>
      </div>
    </>
  );
}

const MOST_HEADERS = 16;

function HeaderFields({ form, onChange, faults }: Omit<FieldsProps, 'headerNames'>) {
  const { headers } = form;
  const put = (i: number, part: Partial<DestinationForm['headers'][number]>) =>
    onChange({
      // New headers replace all saved headers.
      ...{ keepsHeaders: false },
      headers: headers.map((header, j) => (i === j ? { ...header, ...part } : header)),
    });
  return (
    <fieldset className="header-fields">
      <legend>Headers</legend>
      {headers.map((header, i) => (
        <div key={i} className="header-row">
          <Field
            label={`Header ${i + 1}`}
            value={header.name}
            onChange={(name) => put(i, { name })}
            autoComplete="off"
          />
          <Field
            label={`Value ${i + 1}`}
            type="password"
            value={header.value}
            onChange={(value) => put(i, { value })}
            placeholder="Bearer …"
            autoComplete="off"
          />
        </div>
      ))}
      {faults.headers !== undefined && <p className="fault">{faults.headers}</p>}
      <div>
        <Button
          small
          icon="plus"
          isDisabled={headers.length >= MOST_HEADERS}
          onPress={() =>
            onChange({ keepsHeaders: false, headers: [...headers, { name: '', value: '' }] })
          }
        >
          Add header
        </Button>
      </div>
      <p className="hint">
        Sent with every request and never shown again. Headers without a value are skipped.
      </p>
    </fieldset>
  );
}

/** Returns the options, with the chosen kinds that this page does not know. */
function optionsFor(chosen: string[]): { value: string; label: string; about?: string }[] {
  const unknown = chosen.filter((kind) => !KINDS.some(({ value }) => value === kind));
  return [...KINDS, ...unknown.map((kind) => ({ value: kind, label: kind }))];
}
