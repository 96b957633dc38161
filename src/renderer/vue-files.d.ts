/**
 * For tools that read TypeScript only (the linter): every .vue file is a component. vue-tsc reads the files themselves
 * and knows their properties.
 */
declare module '*.vue' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}

/** A catalogue, as build/catalogues.ts makes it. */
declare module '*.po' {
  import type { Catalogue } from '#shared/text/create-translator.ts'
  const catalogue: Catalogue
  export default catalogue
}
