/** Links to a session, and to the runs of an end user. */
import { Link } from 'wouter';
import { useHere } from '../../frame/here.tsx';

/** A name can have slashes and dots, so it is in the query. */
export function SessionLink({ id }: { id: string }) {
  const { to } = useHere();
  return <Link href={`${to('sessions')}?${new URLSearchParams({ id })}`}>{id}</Link>;
}

export function UserLink({ id }: { id: string }) {
  const { to } = useHere();
  return <Link href={`${to('traces')}?${new URLSearchParams({ endUser: id })}`}>{id}</Link>;
}
