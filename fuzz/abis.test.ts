import { ABIS } from './abis.ts'
import { testTargets } from './test-targets.ts'

testTargets(ABIS)
