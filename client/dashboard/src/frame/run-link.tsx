/** The link to a run of any kind, by its id. A run whose kind has no page here is only named. */
import { Link } from 'wouter';
import { kindOfId } from '../api/index.ts';
import { useHere } from './here.tsx';

/** `run_01k0a2v4xfe8t9m3c5h7j1q6wz`; short, `run_…h7j1q6wz`. */
export function RunLink({ id, isShort = false }: { id: string; isShort?: boolean }) {
  const { to } = useHere();
  const page = kindOfId(id);
  const text = isShort ? shortIdOf(id) : id;
  if (page === undefined) return <span className="mono">{text}</span>;
  return (
    <Link href={to(`${page}/${id}`)} className="mono" title={id}>
      {text}
    </Link>
  );
}

/** The end of the id distinguishes runs of one day. */
export function shortIdOf(id: string): string {
  return `${id.split('_', 1)[0]}_…${id.slice(-8)}`;
}
