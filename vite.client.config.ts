// The package of packages/client: one file for any program (and one for CommonJS), nothing but zod outside of it, and its types.
import { defineConfig } from 'vite'
import { clientTypes } from './build/client-types.ts'

export default defineConfig({
  plugins: [clientTypes],
  build: {
    target: 'es2022',
    outDir: 'packages/client/dist',
    emptyOutDir: true,
    minify: false,
    lib: {
      entry: 'src/client/index.ts',
      formats: ['es', 'cjs'],
      fileName: (format) => (format === 'es' ? 'index.js' : 'cjs/index.js'),
    },
    rolldownOptions: { external: /^zod/ },
  },
})
