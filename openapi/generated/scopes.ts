// Generated from openapi/ by scripts/generate.ts. Never edit it.
export const SCOPES = ['models:read', 'models:run', 'tools:read', 'tools:run'] as const;
