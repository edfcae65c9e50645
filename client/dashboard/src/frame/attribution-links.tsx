/** Links to the session and to the customer that runs and spans name. */
import { Link } from 'wouter';
import { useHere } from './here.tsx';

interface AttributionLinkProps {
  id: string;
  /** What people call it, instead of its id. */
  name?: string | undefined;
  isClipped?: boolean;
}

export function SessionLink(props: AttributionLinkProps) {
  return <AttributionLink page="sessions" {...props} />;
}

export function CustomerLink(props: AttributionLinkProps) {
  return <AttributionLink page="customers" {...props} />;
}

/** An id can have slashes and dots, so it is in the query. It can also be blank. */
function AttributionLink(props: AttributionLinkProps & { page: string }) {
  const { page, id, name = id, isClipped = false } = props;
  const { to } = useHere();
  return (
    <Link
      href={`${to(page)}?${new URLSearchParams({ id })}`}
      title={id}
      {...(isClipped && { className: 'clip' })}
    >
      {name.trim() === '' ? '(empty)' : name}
    </Link>
  );
}
