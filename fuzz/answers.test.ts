import { ANSWERS } from './answers.ts'
import { testTargets } from './test-targets.ts'

testTargets(ANSWERS)
