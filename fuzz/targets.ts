import { ABIS } from './abis.ts'
import { ANSWERS } from './answers.ts'
import { NODES } from './nodes.ts'
import type { Target } from './target.ts'
import { TEXTS } from './texts.ts'

export const TARGETS: readonly Target[] = [...ANSWERS, ...TEXTS, ...NODES, ...ABIS]
