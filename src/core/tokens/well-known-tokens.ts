/** The list of well-known tokens that ships with the app; it is read at the first search. */
import { readFileSync } from 'node:fs'
import type { WellKnownToken } from '#shared/rpc/contract/tokens.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { findProgramFile } from '../abi/find-program-file.ts'

const FILE = 'well-known-tokens.tsv'

let byChain: ReadonlyMap<string, readonly WellKnownToken[]> | undefined

/** Empty if the file is missing: searches work without it. */
function load(): ReadonlyMap<string, readonly WellKnownToken[]> {
  const path = findProgramFile(FILE, `tokens/${FILE}`)
  try {
    return path === undefined ? new Map() : readTokenList(readFileSync(path, 'utf8'))
  } catch {
    return new Map()
  }
}

/** The format: a line with a chain's id, then its tokens, each with address, symbol and name separated by tabs. */
function readTokenList(text: string): ReadonlyMap<string, readonly WellKnownToken[]> {
  const chains = new Map<string, WellKnownToken[]>()
  let tokens: WellKnownToken[] = []
  for (const line of text.split('\n')) {
    const [address = '', symbol, name] = line.split('\t')
    if (symbol !== undefined && name !== undefined) tokens.push({ address, symbol, name })
    else if (address !== '') chains.set(address, (tokens = []))
  }
  return chains
}

export function wellKnownTokens(chainId: string): readonly WellKnownToken[] {
  byChain ??= load()
  return byChain.get(chainId) ?? []
}

export const tokenHandlers = (): Pick<Handlers, 'tokens.wellKnown'> => ({
  'tokens.wellKnown': ({ chainId }) => wellKnownTokens(chainId),
})
