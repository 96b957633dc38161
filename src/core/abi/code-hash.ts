import type { Hex } from 'viem'
import { keccak256 } from 'viem/utils'

/** A contract that is called. */
export interface CalledCode {
  /** Of the contract and of the code it runs, in lower case. */
  readonly addresses: readonly string[]
  /** Of their code, as far as it is known. */
  readonly codeHashes: readonly string[]
}

/** What EXTCODEHASH gives of the code. Undefined for what is no code. */
export const codeHashOf = (code: string): string | undefined =>
  /^0x(?:[0-9a-f]{2})+$/i.test(code) ? keccak256(code as Hex) : undefined
