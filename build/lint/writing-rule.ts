import type { Rule } from 'eslint'
import { WHY_WRITE } from './laws.ts'

/** The lint rule `chainglass/writing`: reports a file that is opened by Node itself to be written. */
export const writingRule: Rule.RuleModule = {
  meta: { type: 'problem', docs: { description: 'Files are written through #platform/private-files.ts' } },
  create(context) {
    return {
      CallExpression(node) {
        const [, flags] = node.arguments
        if (node.callee.type !== 'Identifier' || !/^open(Sync)?$/.test(node.callee.name)) return
        if (flags?.type === 'Literal' && /[wa+]/.test(String(flags.value)))
          context.report({ node: flags, message: WHY_WRITE })
      },
    }
  },
}
