import { defineConfig } from 'vitest/config';

/** Whole matches in a real browser against a real server: one server and one browser a file. */
export default defineConfig({
  test: { include: ['e2e/**/*.e2e.ts'], testTimeout: 1_200_000, hookTimeout: 600_000, expect: { poll: { timeout: 120_000 } }, maxWorkers: 2, minWorkers: 1, reporters: ['default'] },
});
