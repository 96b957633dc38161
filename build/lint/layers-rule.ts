import { relative, sep } from 'node:path'
import type { Rule } from 'eslint'
import { layerProblem } from './layers.ts'
import { resolveImport } from './resolve-import.ts'

/** The lint rule `chainglass/layers`: reports an import that goes upwards, or from one feature into another. */
export const layersRule: Rule.RuleModule = {
  meta: { type: 'problem', docs: { description: 'Imports go from a layer to those below it' } },
  create(context) {
    const importer = relative(context.cwd, context.filename).split(sep).join('/')
    function check(node: Rule.Node, source: { readonly type: string } | null | undefined) {
      if (!source || !('value' in source) || typeof source.value !== 'string') return
      const imported = resolveImport(importer, source.value)
      const message = imported && layerProblem(importer, imported)
      if (message) context.report({ node, message })
    }
    return {
      ImportDeclaration: (node) => {
        check(node, node.source)
      },
      ImportExpression: (node) => {
        check(node, node.source)
      },
      ExportNamedDeclaration: (node) => {
        check(node, node.source)
      },
      ExportAllDeclaration: (node) => {
        check(node, node.source)
      },
    }
  },
}
