// Generated from openapi/ by scripts/generate.ts. Never edit it.
export const SCOPES = ['billing:read', 'billing:write', 'compute:read', 'compute:run', 'customers:read', 'customers:write', 'keys:read', 'keys:write', 'models:read', 'models:run', 'observability:read', 'observability:run', 'prompts:read', 'prompts:run', 'tools:read', 'tools:run', 'webhooks:read', 'webhooks:write'] as const;
