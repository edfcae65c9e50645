/** The members of a schema's object, as a table. */
import { DataTable } from '../../parts/index.ts';
import { fieldsOf, type Schema } from './schema.ts';

export function SchemaFields({ schema, of }: { schema: Schema; of: 'input' | 'output' }) {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return <p className="muted">No fields.</p>;
  return (
    <DataTable
      label={`Members of the ${of}`}
      look="slim"
      rows={fields}
      keyOf={({ name }) => name}
      columns={{
        Member: ({ name, isRequired }) => (
          <>
            <code>{name}</code>
            {!isRequired && <span className="row-note">optional</span>}
          </>
        ),
        Type: ({ type }) => <code>{type || 'any'}</code>,
        Description: ({ description }) => description || <span className="faint">–</span>,
      }}
    />
  );
}
