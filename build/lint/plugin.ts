import { layersRule } from './layers-rule.ts'
import { writingRule } from './writing-rule.ts'

/** Rules of our own, for both linters. */
export default {
  meta: { name: 'chainglass' },
  rules: { layers: layersRule, writing: writingRule },
}
