import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  base: './',
  build: { outDir: '../src/matchday/server/static', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 1024 },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  test: { environment: 'jsdom', include: ['src/**/*.test.ts'], testTimeout: 600_000 },
});
