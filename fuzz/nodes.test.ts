import { NODES } from './nodes.ts'
import { testTargets } from './test-targets.ts'

testTargets(NODES)
