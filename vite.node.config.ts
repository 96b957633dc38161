// The loopback host and the service as plain Node programs: out/web/cli.js and out/service/cli.js.
import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'out/node',
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      input: { web: 'src/web/cli.ts', service: 'src/service/cli.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: ['electron', 'bufferutil', 'utf-8-validate'] },
})
