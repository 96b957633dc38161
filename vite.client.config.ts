// The package of packages/client: one file for any program, with nothing but zod outside of it, and its types.
import { defineConfig } from 'vite'
import { clientTypes } from './build/client-types.ts'

export default defineConfig({
  plugins: [clientTypes],
  build: {
    target: 'es2022',
    outDir: 'packages/client/dist',
    emptyOutDir: true,
    minify: false,
    lib: { entry: 'src/client/index.ts', formats: ['es'], fileName: 'index' },
    rolldownOptions: { external: /^zod/ },
  },
})
