/** Admins can change a key that works and has no replacement. */
import type { ApiKey } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';

export function useMayChange({ status, rotatedTo }: ApiKey): boolean {
  const { isAtLeast } = useHere();
  return isAtLeast('admin') && status === 'active' && rotatedTo === undefined;
}
