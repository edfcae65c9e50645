/** Sets how long the workspace keeps the requests and answers of its runs. Only owners can set it. */
import { useState } from 'react';
import { faultsByField, useUpdateWorkspace, type Workspace } from '../api/index.ts';
import { plural } from '../format/index.ts';
import { announce, Button, Card, Field, Form, useSubmission } from '../parts/index.ts';

interface RetentionProps {
  workspace: Workspace;
  isEditable: boolean;
}

export function Retention({ workspace, isEditable }: RetentionProps) {
  const update = useUpdateWorkspace(workspace.id);
  const { contentRetentionDays: saved, maxContentRetentionDays: most } = workspace;
  const [text, setText] = useState(saved === undefined ? '' : String(saved));
  const trimmed = text.trim();
  const isUsable = trimmed === '' || (/^\d{1,5}$/.test(trimmed) && Number(trimmed) > 0);
  const submission = useSubmission(async () => {
    const contentRetentionDays = trimmed === '' ? null : Number(trimmed);
    await update.mutateAsync({
      params: { path: { workspaceId: workspace.id } },
      body: { contentRetentionDays },
    });
    const isUnbounded = contentRetentionDays === null && most === undefined;
    announce(isUnbounded ? 'Saved. Content is kept forever.' : 'Settings saved.');
  });
  const faults = faultsByField(submission.error, ['contentRetentionDays']);
  return (
    <Card
      title="Data retention"
      about="Older prompts, answers, tool and job inputs and outputs, and spans from your programs are permanently deleted. Runs and charges are kept."
    >
      <Form submission={submission} fields={['contentRetentionDays']}>
        <div className="inline-form">
          <Field
            label="Delete content after (days)"
            value={text}
            onChange={setText}
            placeholder={most === undefined ? 'Keep forever' : String(most)}
            fault={faults.contentRetentionDays}
            hint={
              most === undefined || faults.contentRetentionDays !== undefined
                ? undefined
                : `This deployment allows up to ${plural(most, 'day')}.`
            }
            isDisabled={!isEditable}
          />
          {isEditable && (
            <Button type="submit" isPending={submission.isPending} isDisabled={!isUsable}>
              {submission.isDone ? 'Saved' : 'Save'}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}
