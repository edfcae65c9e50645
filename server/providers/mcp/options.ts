import type { Log } from '../../telemetry/log.ts';

export interface McpOptions {
  /** The provider's name in the registry. */
  name: string;
  maxInFlight: number;
  /** Bounds the start of a server and its handshake. */
  connectTimeoutMs: number;
  /** Of one answer, as text. */
  maxAnswerBytes: number;
  transport: StdioOptions | HttpOptions;
  log: Log;
}

export interface StdioOptions {
  kind: 'stdio';
  command: string;
  args: string[];
  /** All that the process gets; PATH is that of the system where it is not named. */
  env: Record<string, string>;
  cwd?: string;
  sandbox?: SandboxRules;
  /** Whether what the process writes to its standard error goes to that of this one; else to nowhere. */
  showsErrors?: boolean;
}

/** What a process in a sandbox may use of the machine besides its system folders. */
export interface SandboxRules {
  /** `off` runs the process without a sandbox. */
  isolation?: 'auto' | 'off';
  readable?: string[];
  writable?: string[];
  /** Whether it may connect to others. */
  network?: boolean;
}

export interface HttpOptions {
  kind: 'http';
  url: URL;
  /** Sent with each request; their values are never logged or quoted. */
  headers: Record<string, string>;
}
