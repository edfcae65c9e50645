/** The account of the signed-in user: who they are, how they sign in, and where they are signed in. */

import { useState } from 'react';
import { faultsByField, useUpdateMe, useUpdatePassword } from '../../api/index.ts';
import { MIN_PASSWORD, NewPasswordField, PasswordField } from '../../frame/credentials.tsx';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Button,
  Card,
  Fact,
  Facts,
  Field,
  Form,
  Notice,
  Page,
  SaveButton,
  useSubmission,
} from '../../parts/index.ts';
import { OwnSessions } from './own-sessions.tsx';
import { SecondFactor } from './second-factor.tsx';

export function AccountPage({ title }: { title: string }) {
  const { me } = useHere();
  return (
    <Page title={title} about="These settings apply in every workspace you belong to.">
      <div className="card-grid">
        <Profile />
        {me.user.hasPassword && <Password />}
        {me.user.hasPassword && <SecondFactor />}
      </div>
      <OwnSessions />
    </Page>
  );
}

function Profile() {
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
            <SaveButton isReady={trimmed !== ''} isSame={trimmed === me.user.name} />
          </div>
        </Form>
      </Card>
    </>
  );
}

const FIELDS = ['currentPassword', 'newPassword'] as const;

function Password() {
  const update = useUpdatePassword();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const [isDone, setDone] = useState(false);
  const submission = useSubmission(async () => {
    setDone(false);
    await update.mutateAsync({ body: { currentPassword, newPassword } });
    setCurrent('');
    setNew('');
    setDone(true);
  });
  const faults = faultsByField(submission.error, FIELDS);
  return (
    <Card title="Password" about="Changing it signs you out everywhere else.">
      <Form submission={submission} fields={FIELDS}>
        <div className="inline-form">
          <PasswordField
            label="Current password"
            value={currentPassword}
            onChange={setCurrent}
            fault={faults.currentPassword}
          />
          <NewPasswordField
            label="New password"
            value={newPassword}
            onChange={setNew}
            fault={faults.newPassword}
          />
          <Button
            type="submit"
            isDisabled={currentPassword === '' || newPassword.length < MIN_PASSWORD}
          >
            Change password
          </Button>
        </div>
        {isDone && (
          <Notice tone="good" title="Password changed" isAlert>
            You’re signed out everywhere else.
          </Notice>
        )}
      </Form>
    </Card>
  );
}
