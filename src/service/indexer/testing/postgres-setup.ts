/** Tells the tests, and the processes that they start, where they keep their indexes (follow-indexed.ts). */
import { inject } from 'vitest'

process.env.CHAINGLASS_TEST_DATABASE = inject('testDatabase')
