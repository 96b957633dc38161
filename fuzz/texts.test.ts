import { TEXTS } from './texts.ts'
import { testTargets } from './test-targets.ts'

testTargets(TEXTS)
