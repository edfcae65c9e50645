/** Links to a session, and to a customer. */
import { Link } from 'wouter';
import { useHere } from '../../frame/here.tsx';

/** A name can have slashes and dots, so it is in the query. */
export function SessionLink({ id }: { id: string }) {
  const { to } = useHere();
  return <Link href={`${to('sessions')}?${new URLSearchParams({ id })}`}>{id}</Link>;
}

export function UserLink({ id }: { id: string }) {
  const { to } = useHere();
  return <Link href={`${to('customers')}?${new URLSearchParams({ id })}`}>{id}</Link>;
}
