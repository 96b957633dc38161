// The loopback host, its core and the command line as plain Node programs: out/node/{web,core,cli}.js.
import { defineConfig } from 'vite'
import { coreFiles } from './build/core-files.ts'

export default defineConfig({
  plugins: [coreFiles],
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'out/node',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: {
        web: 'src/web/cli.ts',
        core: 'src/web/core-entry.ts',
        cli: 'src/cli/cli.ts',
        'node-worker': 'src/host/node-worker.ts',
        'list-worker': 'src/core/abi/lists/list-worker.ts',
        'bytecode-worker': 'src/core/abi/bytecode/bytecode-worker.ts',
        'svg-worker': 'src/core/media/svg-worker.ts',
        'query-worker': 'src/core/query/query-worker.ts',
        'ledger-worker': 'src/core/ledger/kept/ledger-worker.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
  ssr: { noExternal: true, external: ['electron', 'bufferutil', 'utf-8-validate'] },
})
