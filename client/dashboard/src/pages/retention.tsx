/** For how long the workspace keeps what its runs were asked and answered; owners say so. */
import { useState } from 'react';
import { faultsByField, useUpdateWorkspace, type Workspace } from '../api/index.ts';
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
    announce(contentRetentionDays === null ? 'Saved: no bound.' : 'Saved.');
  });
  const faults = faultsByField(submission.error, ['contentRetentionDays']);
  return (
    <Card
      title="How long content is kept"
      about="Then prompts, answers, what tools and jobs were given and gave, and spans that programs sent are purged. Runs and money stay."
    >
      <Form submission={submission} fields={['contentRetentionDays']}>
        <div className="inline-form">
          <Field
            label="Days"
            value={text}
            onChange={setText}
            placeholder={most === undefined ? 'for good' : String(most)}
            fault={faults.contentRetentionDays}
            hint={
              most === undefined || faults.contentRetentionDays !== undefined
                ? undefined
                : `This deployment keeps content for ${most} days at most.`
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
