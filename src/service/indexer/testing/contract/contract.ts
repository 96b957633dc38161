import { Contract } from './mirrored-index.ts'

/** The one of a test file. */
export const contract = new Contract()
