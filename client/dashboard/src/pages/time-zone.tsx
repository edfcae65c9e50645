/** Sets the time zone of the workspace. Only owners can set it. */
import { useState } from 'react';
import { faultsByField, useUpdateWorkspace, type Workspace } from '../api/index.ts';
import { formatMoment } from '../format/index.ts';
import { announce, Button, Card, Form, Pick, useNow, useSubmission } from '../parts/index.ts';

export function TimeZone({ workspace }: { workspace: Workspace }) {
  const update = useUpdateWorkspace(workspace.id);
  const [timeZone, setTimeZone] = useState(workspace.timeZone);
  const now = new Date(useNow()).toISOString();
  const submission = useSubmission(async () => {
    await update.mutateAsync({
      params: { path: { workspaceId: workspace.id } },
      body: { timeZone },
    });
    announce(`Days and months are now those of ${timeZone}.`);
  });
  const faults = faultsByField(submission.error, ['timeZone']);
  return (
    <Card
      title="Time zone"
      about="Days and months of statements, charts, filters, and files. Spending limits and quotas reset by UTC. Changing it changes past months as well."
    >
      <Form submission={submission} fields={['timeZone']}>
        <div className="inline-form">
          <Pick
            label="Time zone"
            options={zonesWith(workspace.timeZone)}
            value={timeZone}
            onChange={setTimeZone}
          />
          <Button
            type="submit"
            isPending={submission.isPending}
            isDisabled={timeZone === workspace.timeZone && !submission.isDone}
          >
            {submission.isDone ? 'Saved' : 'Save'}
          </Button>
        </div>
        <p className={faults.timeZone === undefined ? 'hint' : 'fault'}>
          {faults.timeZone ?? `It is ${formatMoment(now, timeZone)} there.`}
        </p>
      </Form>
    </Card>
  );
}

function zonesWith(saved: string): { value: string; label: string }[] {
  const zones = new Set(['UTC', saved, ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
