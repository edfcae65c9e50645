/** Tools of servers that speak the Model Context Protocol. */

export { RUN_ID } from './call-hooks.ts';
export { hasSandbox } from './launch.ts';
export type { HttpOptions, McpOptions, SandboxRules, StdioOptions } from './options.ts';
export { createMcpProvider } from './provider.ts';
