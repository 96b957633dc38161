import type { Decoded } from '#shared/abi/decoded.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import { abiHandlers } from '../abi/abi-handlers.ts'
import { createCodeFunctions } from '../abi/bytecode/code-functions.ts'
import { createContractAbis } from '../abi/contract-abis.ts'
import { contractReader } from '../abi/contract-reader.ts'
import { createCallNames } from '../abi/call-names.ts'
import { createOwnAbis } from '../abi/own-abis.ts'
import { openStore } from '../store/open-store.ts'
import type { clientAt } from './client-at.ts'
import { sourceAt } from '#platform/testing/hostile-server.ts'

/** The decoder's thread keeps no process alive. */
const codeFunctions = createCodeFunctions()

export type Decode = (
  items: readonly DecodableItem[],
  askSource?: boolean,
) => Promise<readonly (Decoded | null)[]>

/** Decodes what the source at a URL has, as a window would ask for it. */
export function decoderAt(client: ReturnType<typeof clientAt>, url: string): Decode {
  const source = sourceAt(url)
  const sources = { ready: () => source, get: () => source }
  const contracts = createContractAbis(contractReader({ client, sources: sources as never }), codeFunctions)
  const ownAbis = createOwnAbis(openStore({ dataDir: ':memory:' }))
  const chainOf = () => undefined
  const names = createCallNames({ contracts, ownAbis, lists: { candidates: () => [] }, chainOf })
  const handlers = abiHandlers({
    ...{ contracts, ownAbis, names, chainOf },
    ...{ log: () => undefined, closing: new AbortController().signal },
  })
  return async (items, askSource = true) =>
    (
      await handlers['abi.decode'](
        { source: 's', items: [...items], askSource },
        { signal: new AbortController().signal, connection: {} },
      )
    ).results
}
