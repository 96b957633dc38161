import { $gettext } from '#shared/text/gettext.ts'
import type { FoundNode } from '#shared/rpc/contract/nodes.ts'
import { plainName } from '#shared/text/hostile-text.ts'

/** Where anvil, Hardhat, ganache and geth listen unless told otherwise. */
export const DEFAULT_NODE_URL = 'http://127.0.0.1:8545'

/** `?add=` with this opens the form for a node alone, which then looks for one there. */
export const NODE_FORM = 'node'

/** `anvil 1.7.1 answers at 127.0.0.1:8545, chain 31337`. The name is the node's own, made safe to show and cut. */
export function describeFoundNode({ client, rpcUrl, chainId }: FoundNode): string {
  const [name = '', version = ''] = client.split('/')
  const number = /\d+\.\d+(?:\.\d+)?/.exec(version)?.[0]
  const who = plainName([name, number].filter(Boolean).join(' '), 60) || $gettext('An Ethereum node')
  return $gettext('%{who} answers at %{address}, chain %{chainId}', {
    who,
    address: rpcUrl.replace(/^\w+:\/\//, '').replace(/\/$/, ''),
    chainId,
  })
}
