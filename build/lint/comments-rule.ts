import type { Rule } from 'eslint'

/** First words of a comment that names what it is about only later, so that it has to be read twice. */
const VAGUE =
  /^[\s*]*((?:What|Whatever|Which|Who|Whoever|Whose|Of|So|It|Its|They|Their|That|Those|This|These)\b)/

/** The lint rule `chainglass/comments`: reports the comment of an export that does not begin with its subject or verb. */
export const commentsRule: Rule.RuleModule = {
  meta: { type: 'suggestion', docs: { description: 'A comment begins with what it is about' } },
  create(context) {
    const check = (node: Rule.Node) => {
      const comment = context.sourceCode.getCommentsBefore(node).at(-1)
      const word = comment?.type === 'Block' ? VAGUE.exec(comment.value)?.[1] : undefined
      if (word !== undefined)
        context.report({
          node,
          message: `The comment begins with “${word}”: begin with a subject or a verb.`,
        })
    }
    return {
      ExportNamedDeclaration: check,
      ExportDefaultDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}
