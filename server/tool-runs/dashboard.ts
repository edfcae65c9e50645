/** The tools of the deployment over HTTP: those that callers can call, and those that are withheld. */
import type { DashboardHandlers } from '../platform/http/index.ts';
import type { ToolCatalog } from './catalog.ts';
import { toTool } from './present.ts';

export function createToolHandlers({
  tools,
}: {
  tools: Pick<ToolCatalog, 'listAll'>;
}): Pick<DashboardHandlers, 'getToolCatalog'> {
  return {
    getToolCatalog() {
      const shown = tools.listAll().map((tool) => ({
        ...toTool(tool),
        ...(tool.withheld && { withheld: tool.withheld }),
      }));
      return { status: 200, body: { tools: shown } };
    },
  };
}
