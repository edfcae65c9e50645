import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // One PostgreSQL for the whole run; each test file gets a database of its own in it.
    globalSetup: ['test/support/global-setup.ts'],
    // Bounds for a test that hangs, wide enough for a slow machine: nothing is measured by them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
  },
});
