/** The profile of the user: a name that others see, and the email address, which cannot be changed. */
import { useState } from 'react';
import { faultsByField, useUpdateMe } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Button,
  Card,
  Fact,
  Facts,
  Field,
  Form,
  useSubmission,
} from '../../parts/index.ts';

export function Profile() {
  const { me } = useHere();
  const update = useUpdateMe();
  const [name, setName] = useState(me.user.name);
  const trimmed = name.trim();
  const submission = useSubmission(async () => {
    await update.mutateAsync({ body: { name: trimmed } });
    announce(`Your name is now ${trimmed}.`);
  });
  const faults = faultsByField(submission.error, ['name']);
  return (
    <>
      <Card title="Profile">
        <Facts>
          <Fact name="Email">{me.user.email}</Fact>
          <Fact name="Sign-in method">
            {me.user.hasPassword ? 'Password' : 'Identity provider'}
          </Fact>
          <Fact name="ID">
            <code>{me.user.id}</code>
          </Fact>
        </Facts>
      </Card>
      <Card title="Name" about="How you appear to others in every workspace.">
        <Form submission={submission} fields={['name']}>
          <div className="inline-form">
            <Field
              label="Your name"
              autoComplete="name"
              value={name}
              onChange={setName}
              fault={faults.name}
            />
            <Button
              type="submit"
              isPending={submission.isPending}
              isDisabled={trimmed === '' || (trimmed === me.user.name && !submission.isDone)}
            >
              {submission.isDone ? 'Saved' : 'Save'}
            </Button>
          </div>
        </Form>
      </Card>
    </>
  );
}
