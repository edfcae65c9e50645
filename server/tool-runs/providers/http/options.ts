import type { ToolDefinition } from '../tool-provider.ts';

export interface HttpToolsOptions {
  /** The provider's name in the registry. */
  name: string;
  maxInFlight: number;
  connectTimeoutMs: number;
  maxAnswerBytes: number;
  tools: HttpTool[];
  /** Secrets of the signature (`whsec_...`): two of them during a rotation. */
  signingSecrets: readonly string[];
  /** Sent with each call, such as `authorization`; their values are never logged or quoted. */
  headers?: Record<string, string>;
}

export interface HttpTool {
  definition: ToolDefinition;
  url: URL;
  /** Whether its server carries out calls with the same `Idempotency-Key` only once. */
  isIdempotent: boolean;
}
