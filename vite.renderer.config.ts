/** The renderer, the same for every host: Electron's app:// and the loopback host serve what this builds, as it is. */
import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig, type Plugin } from 'vite'
import { catalogues } from './build/catalogues.ts'
import { firstLoadBudget, firstLoadChunks } from './build/first-load.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** electron-vite makes asset paths relative; places like /s/eth/address/0x… need them from the root. */
const assetsFromTheRoot: Plugin = {
  name: 'chainglass:assets-from-the-root',
  enforce: 'post',
  config: () => ({ base: '/' }),
}

export default defineConfig({
  root: at('src/renderer'),
  base: '/',
  plugins: [vue(), catalogues({ of: 'renderer' }), assetsFromTheRoot, firstLoadBudget],
  define: { __VUE_OPTIONS_API__: false, __VUE_PROD_DEVTOOLS__: false },
  build: {
    outDir: at('out/renderer'),
    emptyOutDir: true,
    target: 'es2024',
    minify: true,
    // Nothing inline: the Content-Security-Policy has no place for it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: at('src/renderer/index.html'), output: { codeSplitting: firstLoadChunks } },
  },
})
