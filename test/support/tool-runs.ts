/** Tool runs for tests: a catalog that asks no server, and servers that a test defines. */

import { compileSchema } from '../../server/platform/lib/input-schema.ts';
import { sandboxTools } from '../../server/sandbox/tools/definitions.ts';
import {
  type CatalogTool,
  functionNameOf,
  type ToolCatalog,
  type ToolTerms,
  versionOf,
} from '../../server/tool-runs/catalog.ts';

import { readDefinition } from '../../server/tool-runs/providers/answer.ts';
import type { ToolDefinition } from '../../server/tool-runs/providers/tool-provider.ts';

export const TOOL_LIMITS = {
  ...{ feeBasisPoints: 500, maxTimeoutSeconds: 3_600 },
  ...{ maxInputBytes: 262_144, maxOutputBytes: 8_388_608 },
  ...{ maxOutputValues: 1_000_000, maxOutputDepth: 128, maxOutputParts: 10_000 },
};

const TERMS: ToolTerms = {
  ...{ pricing: { perCall: '0.001' }, maxTimeoutSeconds: 60 },
  ...{ isIdempotent: false, errorsAreAnswers: false },
};

export const ECHO: ToolDefinition = {
  name: 'echo',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};

/** Offers these tools of one server. */
export function catalogOf(
  server: string,
  definitions: readonly ToolDefinition[],
  terms: Partial<ToolTerms> = {},
): ToolCatalog {
  return catalogsOf([{ server, definitions, terms }]);
}

/** Offers the tools of several servers. */
export function catalogsOf(
  servers: readonly {
    server: string;
    definitions: readonly ToolDefinition[];
    terms: Partial<ToolTerms>;
  }[],
): ToolCatalog {
  const tools = servers.flatMap(({ server, definitions, terms }) =>
    definitions.map((definition): CatalogTool => {
      const id = `${server}/${definition.name}`;
      const { inputSchema, outputSchema } = definition;
      return {
        ...{ ...TERMS, ...terms, id, provider: server, definition },
        ...{ version: versionOf(definition), functionName: functionNameOf(id) },
        input: compileSchema(inputSchema),
        ...(outputSchema && { output: compileSchema(outputSchema) }),
      };
    }),
  );
  return {
    get: (id) => tools.find((tool) => tool.id === id),
    withheld: () => undefined,
    definitionOf(version) {
      const tool = tools.find((each) => each.version === version);
      return tool && { definition: tool.definition, checks: () => tool, unusable: () => undefined };
    },
    list: () => tools,
    listAll: () => tools,
    unusable: () => undefined,
    refresh: async () => {},
    ensureFresh: async () => {},
    close() {},
  };
}

/** The tools of the sandbox, sold under another name; `slow` may be carried out again. */
const offered = sandboxTools.map(
  (tool): ToolDefinition => ({
    ...readDefinition(tool),
    ...(tool.execution && { tasks: tool.execution.taskSupport }),
  }),
);
const BY_TIME = { pricing: { perCall: '0.001', perSecond: '0.0001' } };
const plain = catalogOf('outside', offered, BY_TIME);
const repeatable = catalogOf('outside', offered, { ...BY_TIME, isIdempotent: true });
export const outsideTools: ToolCatalog = {
  ...plain,
  get: (id) => (id === 'outside/slow' ? repeatable : plain).get(id),
};
