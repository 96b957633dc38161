// The package of packages/server: the service over an index in PostgreSQL, whole in itself.
import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'packages/server/dist',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: {
        service: 'src/server/api.ts',
        'postgres-worker': 'src/server/postgres/postgres-worker.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
  ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate', 'pg-native'] },
})
