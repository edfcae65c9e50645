export { exampleValue } from './example-value.ts';
export { sandboxModels } from './models.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './server.ts';
export { startToolSandbox, type ToolSandbox, type ToolSandboxOptions } from './tools/index.ts';
