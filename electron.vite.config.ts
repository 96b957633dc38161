/** out/main, out/preload and out/renderer. Programs of Node alone: vite.node.config.ts. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'electron-vite'
import { appIcons } from './build/app-icons.ts'
import { catalogues } from './build/catalogues.ts'
import { coreFiles } from './build/core-files.ts'
import renderer from './vite.renderer.config.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  main: {
    // A core and a command line are built beside it: what they say is not said by the system's parts.
    plugins: [
      coreFiles,
      appIcons,
      catalogues({ of: 'main', from: /src\/(main|shared\/describe-activity)\b/ }),
    ],
    build: {
      outDir: at('out/main'),
      // Whole in itself: what is packaged is this folder, and no node_modules.
      externalizeDeps: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        // Lines and names stay, so that a trace in the log can be read; a seventh of the bytes was comments.
        output: { comments: { legal: true, annotation: false, jsdoc: false } },
        input: {
          index: at('src/main/index.ts'),
          'core-entry': at('src/main/core-entry.ts'),
          'self-test-entry': at('src/main/self-test-entry.ts'),
          cli: at('src/cli/app-entry.ts'),
          'node-worker': at('src/host/node-worker.ts'),
          'list-worker': at('src/core/abi/lists/list-worker.ts'),
          'bytecode-worker': at('src/core/abi/bytecode/bytecode-worker.ts'),
          'svg-worker': at('src/core/media/svg-worker.ts'),
          'query-worker': at('src/core/query/query-worker.ts'),
          'ledger-worker': at('src/core/ledger/kept/ledger-worker.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      outDir: at('out/preload'),
      // A sandboxed preload can load neither ESM nor a package: one CommonJS file whose only `require` is electron.
      externalizeDeps: false,
      lib: { entry: at('src/preload/index.ts'), formats: ['cjs'] },
      rolldownOptions: { checks: { bundlerTimings: false }, output: { entryFileNames: 'index.cjs' } },
    },
  },
  renderer,
})
