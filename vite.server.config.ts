// The package of packages/server: the service over an index in PostgreSQL, whole in itself.
import { defineConfig, type Plugin } from 'vite'
import { collectLicences, licencesText } from './build/licences.ts'

/** Of every package whose code is in the bundle, which passes them on. */
const licences: Plugin = {
  name: 'licences',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    const names = modules.flatMap(
      (id) => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1]?.replace('\\', '/') ?? [],
    )
    const source = licencesText(collectLicences(import.meta.dirname, [...new Set(names)]))
    this.emitFile({ type: 'asset', fileName: 'LICENCES.txt', source })
  },
}

export default defineConfig({
  plugins: [licences],
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
