// Generated from openapi/ by scripts/generate.ts. Never edit it.
export const SCOPES = ['models:read', 'models:run'] as const;
