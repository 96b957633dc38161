/** Writes src/core/tokens/well-known-tokens.tsv and the list of its sources, docs/well-known-tokens.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHAINS } from '../../src/shared/chains.ts'
import { nameDoubt } from '../../src/shared/text/name-doubt.ts'
import { plainName } from '../../src/shared/text/hostile-text.ts'
import { parseAddress } from '../../src/shared/targets/parse-address.ts'
import { fetchPackage } from '../fetch-package.ts'

const ROOT = join(import.meta.dirname, '..', '..')

interface ListedToken {
  readonly chainId: string
  readonly address: string
  readonly symbol: string
  readonly name: string
}
interface Entry {
  readonly chainId: number
  readonly address: string
  readonly symbol: string
  readonly name: string
  readonly tags?: readonly string[]
}

const json = (folder: string, file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))
const fromEntry = ({ chainId, address, symbol, name }: Entry): ListedToken => ({
  chainId: String(chainId),
  address,
  symbol,
  name,
})

/** Lists that others keep, under free licences, in exact versions. Where two have a token, the first names it. */
const SOURCES: readonly {
  readonly spec: string
  readonly read: (folder: string) => readonly ListedToken[]
}[] = [
  {
    // Tokens that are lent and borrowed: the most used ones of each chain.
    spec: '@bgd-labs/aave-address-book@4.44.22',
    read: (folder) =>
      (json(folder, 'tokenlist.json') as { tokens: readonly Entry[] }).tokens
        .filter(({ tags }) => tags?.includes('underlying'))
        .map(fromEntry),
  },
  {
    spec: '@eth-optimism/tokenlist@10.0.1770',
    read: (folder) =>
      listInModule(readFileSync(join(folder, 'dist/optimism.tokenlist.js'), 'utf8')).map(fromEntry),
  },
  {
    spec: '@metamask/contract-metadata@2.5.0',
    read: (folder) =>
      Object.entries(
        json(folder, 'contract-map.json') as Record<string, { erc20?: true; symbol: string; name: string }>,
      )
        .filter(([, { erc20 }]) => erc20 === true)
        .map(([address, { symbol, name }]) => ({ chainId: '1', address, symbol, name })),
  },
]

/** A text as JavaScript writes it: JSON, and code points in braces. */
const textOf = (literal: string) =>
  JSON.parse(
    literal.replace(/\\u\{([0-9A-Fa-f]+)\}/g, (_, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, 16)),
    ),
  ) as string

/** The list is inside of a module; it is read out of its text, and nothing of it is run. */
function listInModule(text: string): readonly Entry[] {
  const strings = String.raw`"(?:[^"\\]|\\.)*"`
  const entry = new RegExp(
    String.raw`chainId: (\d+),\s*address: (${strings}),\s*name: (${strings}),\s*symbol: (${strings}),`,
    'g',
  )
  return [...text.matchAll(entry)].map(([, chainId = '', address = '', name = '', symbol = '']) => ({
    chainId: Number(chainId),
    address: textOf(address),
    name: textOf(name),
    symbol: textOf(symbol),
  }))
}

const chains = new Set(CHAINS.filter(({ test }) => !test).map(({ id }) => id))
const tokens = new Map<string, ListedToken>()
const taken = SOURCES.map(({ spec, read }) => {
  const folder = fetchPackage(spec)
  const { name, version, license } = json(folder, 'package.json') as Record<string, string>
  if (license !== 'MIT' && license !== 'ISC')
    throw new Error(`${spec} has another licence: ${license ?? 'none'}`)
  let added = 0
  for (const token of read(folder)) {
    const address = parseAddress(token.address.toLowerCase())?.address
    const [symbol, full] = [plainName(token.symbol, 20), plainName(token.name, 50)]
    // A list can be wrong too: what looks like something else is not well-known.
    if (!address || symbol === '' || !chains.has(token.chainId) || nameDoubt(symbol) || nameDoubt(full))
      continue
    const key = `${token.chainId} ${address}`
    if (tokens.has(key)) continue
    tokens.set(key, { chainId: token.chainId, address, symbol, name: full || symbol })
    added += 1
  }
  if (added === 0) throw new Error(`${spec} has no tokens that can be read.`)
  return `| ${name ?? ''} | ${version ?? ''} | ${license} | ${String(added)} |`
})

const byChain = Map.groupBy(tokens.values(), ({ chainId }) => chainId)
const lines = [...byChain].flatMap(([chainId, some]) => [
  chainId,
  ...some.map(({ address, symbol, name }) => `${address}\t${symbol}\t${name}`),
])
writeFileSync(join(ROOT, 'src', 'core', 'tokens', 'well-known-tokens.tsv'), `${lines.join('\n')}\n`)
writeFileSync(
  join(ROOT, 'docs', 'well-known-tokens.md'),
  `# Sources of the well-known tokens

\`src/core/tokens/well-known-tokens.tsv\` holds ${String(tokens.size)} tokens of ${String(byChain.size)} chains, each with
its address, symbol and name, from lists inside the packages below. \`npm run tokens\` writes it and this list. That a
token is well-known says nothing of what it is worth.

| Package | Version | Licence | New |
| --- | --- | --- | --- |
${taken.join('\n')}
`,
)
process.stdout.write(`${String(tokens.size)} tokens of ${String(byChain.size)} chains\n`)
