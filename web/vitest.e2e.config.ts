import { defineConfig } from 'vitest/config';

/** Whole matches in a real browser against a real server: one server and one browser a file. */
export default defineConfig({
  test: { include: ['e2e/**/*.e2e.ts'], testTimeout: 300_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } }, maxWorkers: 2, minWorkers: 1, reporters: ['default'] },
});
