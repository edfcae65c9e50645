import type { Log } from '../../../platform/telemetry/log.ts';

export interface McpOptions {
  /** The provider's name in the registry. */
  name: string;
  maxInFlight: number;
  /** Limits the start of a server and its handshake. */
  connectTimeoutMs: number;
  /** The maximum size of one answer, as text. */
  maxAnswerBytes: number;
  transport: StdioOptions | HttpOptions;
  log: Log;
}

export interface StdioOptions {
  kind: 'stdio';
  command: string;
  args: string[];
  /** All variables of the process; PATH defaults to the system's. */
  env: Record<string, string>;
  cwd?: string;
  sandbox?: SandboxRules;
  /** Whether the standard error of the process goes to that of this one; otherwise it is discarded. */
  showsErrors?: boolean;
}

/** What a sandboxed process may use of the machine besides its system folders. */
export interface SandboxRules {
  /** `off` runs the process without a sandbox. */
  isolation?: 'auto' | 'off';
  readable?: string[];
  writable?: string[];
  /** Whether it may open network connections. */
  network?: boolean;
}

export interface HttpOptions {
  kind: 'http';
  url: URL;
  /** Sent with each request; their values are never logged or quoted. */
  headers: Record<string, string>;
}
