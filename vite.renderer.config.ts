/** The renderer, the same for every host: Electron's app:// and the loopback host serve what this builds, as it is. */
import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig, type Plugin } from 'vite'
import { catalogues } from './build/catalogues.ts'
import { firstLoad, firstLoadChunks } from './build/first-load.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** electron-vite makes asset paths relative; places like /s/eth/address/0x… need them from the root. */
const assetsFromTheRoot: Plugin = {
  name: 'chainglass:assets-from-the-root',
  enforce: 'post',
  config: () => ({ base: '/' }),
}

/** Text that is drawn before its font is there moves when it comes: fonts are asked for with the page. */
const preloadedFonts: Plugin = {
  name: 'chainglass:preloaded-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          injectTo: 'head-prepend',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
        })),
  },
}

export default defineConfig({
  root: at('src/renderer'),
  base: '/',
  plugins: [vue(), catalogues({ of: 'renderer' }), assetsFromTheRoot, preloadedFonts, firstLoad],
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
    rolldownOptions: {
      input: at('src/renderer/index.html'),
      output: { codeSplitting: firstLoadChunks },
      // On a slow machine `npm start` would begin with a report about plugins.
      checks: { bundlerTimings: false },
    },
  },
})
