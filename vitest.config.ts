import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

const layer = (name: string, more: object = {}) => ({
  extends: true as const,
  test: { name, include: [`src/${name}/**/*.test.ts`], environment: 'node', ...more },
})

export default defineConfig({
  plugins: [vue()],
  test: {
    // Two cores: two workers, each a process of its own, so that a test that opens sockets or files disturbs no other.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      layer('shared'),
      layer('platform'),
      layer('core'),
      layer('service'),
      layer('host'),
      layer('web'),
      layer('main'),
      layer('preload'),
      layer('renderer', { environment: 'happy-dom' }),
      { extends: true, test: { name: 'build', include: ['build/**/*.test.ts'], environment: 'node' } },
    ],
  },
})
