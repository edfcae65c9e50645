/** The account of the signed-in user: who they are, how they sign in, and where they are signed in. */
import { useHere } from '../../frame/here.tsx';
import { Page } from '../../parts/index.ts';
import { OwnSessions } from './own-sessions.tsx';
import { Password } from './password.tsx';
import { Profile } from './profile.tsx';
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
