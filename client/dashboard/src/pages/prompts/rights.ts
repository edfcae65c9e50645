/** Returns whether the user may save versions. The service checks it again. */
import { useWorkspace } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';

export function useMaySave(): boolean {
  const { workspaceId, isAtLeast } = useHere();
  const workspace = useWorkspace(workspaceId);
  return isAtLeast('admin') || workspace.data?.memberScopes.includes('prompts:run') === true;
}
