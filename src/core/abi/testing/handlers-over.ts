import { abiHandlers } from '../abi-handlers.ts'
import { createCallNames, type CallNames } from '../call-names.ts'
import type { ContractAbis } from '../contract-abis.ts'
import type { SignatureLists } from '../lists/signature-lists.ts'
import type { OwnAbis } from '../own-abis.ts'

/** The ABIs of a source without verified contracts. */
const NO_CONTRACTS: ContractAbis = {
  behind: () => [],
  known: () => [],
  contract: () => undefined,
  ask: () => Promise.resolve(),
  askTokens: () => Promise.resolve(),
  isNft: () => false,
  inCode: () => [],
  readCode: () => Promise.resolve(false),
}

interface Known {
  readonly ownAbis: OwnAbis
  readonly contracts?: Partial<ContractAbis>
  readonly lists?: Pick<SignatureLists, 'candidates'>
  readonly closing?: AbortSignal
}

const chainOf = () => '1'

export function namesOver({ ownAbis, contracts, lists = { candidates: () => [] } }: Known): CallNames {
  return createCallNames({ contracts: { ...NO_CONTRACTS, ...contracts }, ownAbis, lists, chainOf })
}

export const handlersOver = (known: Known) =>
  abiHandlers({
    contracts: { ...NO_CONTRACTS, ...known.contracts },
    ownAbis: known.ownAbis,
    names: namesOver(known),
    chainOf,
    log: () => undefined,
    closing: known.closing ?? new AbortController().signal,
  })
