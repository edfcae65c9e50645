export { startToolSandbox, type ToolSandbox, type ToolSandboxOptions } from './server.ts';
