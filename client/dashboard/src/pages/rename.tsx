/** Changes the name of the workspace. Only owners can change it. */
import { useState } from 'react';
import { faultsByField, useUpdateWorkspace, type Workspace } from '../api/index.ts';
import { announce, Button, Card, Field, Form, useSubmission } from '../parts/index.ts';

export function Rename({ workspace }: { workspace: Workspace }) {
  const update = useUpdateWorkspace(workspace.id);
  const [name, setName] = useState(workspace.name);
  const trimmed = name.trim();
  const submission = useSubmission(async () => {
    await update.mutateAsync({
      params: { path: { workspaceId: workspace.id } },
      body: { name: trimmed },
    });
    announce(`The workspace is now ${trimmed}.`);
  });
  const faults = faultsByField(submission.error, ['name']);
  return (
    <Card
      title="Rename workspace"
      about="Keys, links, and IDs stay the same. Command-line scripts that use the old name need the new one."
    >
      <Form submission={submission} fields={['name']}>
        <div className="inline-form">
          <Field
            label="Workspace name"
            value={name}
            onChange={setName}
            fault={faults.name}
            autoComplete="off"
          />
          <Button
            type="submit"
            isPending={submission.isPending}
            isDisabled={trimmed === '' || (trimmed === workspace.name && !submission.isDone)}
          >
            {submission.isDone ? 'Saved' : 'Rename'}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
