/** The members of a schema's object, as a table. */
import { Table } from '../../parts/index.ts';
import { fieldsOf, type Schema } from './schema.ts';

export function SchemaFields({ schema, of }: { schema: Schema; of: 'input' | 'output' }) {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return <p className="muted">No fields.</p>;
  return (
    <Table label={`Members of the ${of}`} look="slim">
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Type</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, isRequired, description }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {!isRequired && <span className="row-note">optional</span>}
            </th>
            <td>
              <code>{type || 'any'}</code>
            </td>
            <td>{description || <span className="faint">–</span>}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
