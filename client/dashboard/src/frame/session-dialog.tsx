/** The dialog in front of the page after the session has ended. After the sign-in, the page is as it was before. */
import { session, useMe, useSignal } from '../api/index.ts';
import { Dialog } from '../parts/index.ts';
import { SignInForm } from './sign-in-form.tsx';

export function SessionDialog() {
  const isOver = useSignal(session) === 'over';
  const { data: me } = useMe();
  return (
    <Dialog title="Your session has ended" isOpen={isOver} onClose={() => {}} kind="locked">
      <p className="muted">Sign in to continue. Everything you typed is still here.</p>
      <SignInForm email={me?.user.email ?? ''} returnTo={window.location.pathname} />
    </Dialog>
  );
}
