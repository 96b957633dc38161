import { commentsRule } from './comments-rule.ts'
import { layersRule } from './layers-rule.ts'
import { writingRule } from './writing-rule.ts'

/** Rules of our own, for both linters. */
export default {
  meta: { name: 'chainglass' },
  rules: { comments: commentsRule, layers: layersRule, writing: writingRule },
}
