/**
 * The table of well-known chains: name, coin, short names and explorer hosts by chain id. Other chains work too: they
 * are shown by their id, and their coin by the symbol that a person enters.
 */

export interface Chain {
  readonly id: string
  readonly name: string
  readonly coin: string
  /** Short names as in `eth:0x…` (EIP-3770); the first is the registered one. */
  readonly shortNames: readonly string[]
  /** Explorer hosts of this chain, best known first. */
  readonly explorers: readonly string[]
  readonly test?: true
}

const chain = (
  id: number,
  name: string,
  coin: string,
  shortNames: string,
  explorers: string,
  test?: true,
): Chain => ({
  id: String(id),
  name,
  coin,
  shortNames: shortNames.split(' '),
  explorers: explorers.split(' ').filter((host) => host !== ''),
  ...(test ? { test } : {}),
})

/** The sample chain, which the app generates itself. */
export const SAMPLE_CHAIN_ID = '31337420'

export const CHAINS: readonly Chain[] = [
  chain(1, 'Ethereum', 'ETH', 'eth ethereum', 'eth.blockscout.com etherscan.io etherscan.com'),
  chain(8453, 'Base', 'ETH', 'base', 'base.blockscout.com basescan.org'),
  chain(
    10,
    'Optimism',
    'ETH',
    'oeth op optimism',
    'optimism.blockscout.com explorer.optimism.io optimistic.etherscan.io',
  ),
  chain(42161, 'Arbitrum One', 'ETH', 'arb1 arb arbitrum', 'arbitrum.blockscout.com arbiscan.io'),
  chain(137, 'Polygon', 'POL', 'matic pol polygon', 'polygon.blockscout.com polygonscan.com'),
  chain(100, 'Gnosis', 'xDAI', 'gno gnosis', 'gnosis.blockscout.com gnosisscan.io'),
  chain(56, 'BNB Smart Chain', 'BNB', 'bnb bsc', 'bscscan.com'),
  chain(43114, 'Avalanche C-Chain', 'AVAX', 'avax', 'snowscan.xyz snowtrace.io'),
  chain(324, 'ZKsync Era', 'ETH', 'zksync', 'zksync.blockscout.com era.zksync.network explorer.zksync.io'),
  chain(59144, 'Linea', 'ETH', 'linea', 'explorer.linea.build lineascan.build'),
  chain(534352, 'Scroll', 'ETH', 'scr scroll', 'scroll.blockscout.com scrollscan.com'),
  chain(81457, 'Blast', 'ETH', 'blastmainnet blast', 'blast.blockscout.com blastscan.io'),
  chain(5000, 'Mantle', 'MNT', 'mantle', 'explorer.mantle.xyz mantlescan.xyz'),
  chain(42220, 'Celo', 'CELO', 'celo', 'celo.blockscout.com explorer.celo.org celoscan.io'),
  chain(130, 'Unichain', 'ETH', 'unichain', 'unichain.blockscout.com uniscan.xyz'),
  chain(480, 'World Chain', 'ETH', 'wc world', 'worldchain-mainnet.explorer.alchemy.com worldscan.org'),
  chain(57073, 'Ink', 'ETH', 'ink', 'explorer.inkonchain.com'),
  chain(1868, 'Soneium', 'ETH', 'soneium', 'soneium.blockscout.com'),
  chain(34443, 'Mode', 'ETH', 'mode', 'explorer.mode.network modescan.io'),
  chain(7777777, 'Zora', 'ETH', 'zora', 'explorer.zora.energy'),
  chain(1135, 'Lisk', 'ETH', 'lisk', 'blockscout.lisk.com'),
  chain(252, 'Fraxtal', 'FRAX', 'fraxtal', 'fraxscan.com'),
  chain(146, 'Sonic', 'S', 'sonic', 'sonicscan.org'),
  chain(1101, 'Polygon zkEVM', 'ETH', 'zkevm', 'zkevm.blockscout.com zkevm.polygonscan.com'),
  chain(42170, 'Arbitrum Nova', 'ETH', 'arb-nova', 'arbitrum-nova.blockscout.com nova.arbiscan.io'),
  chain(204, 'opBNB', 'BNB', 'obnb', 'opbnb.bscscan.com'),
  chain(250, 'Fantom', 'FTM', 'ftm', 'ftmscan.com'),
  chain(1284, 'Moonbeam', 'GLMR', 'mbeam', 'moonbeam.moonscan.io'),
  chain(1285, 'Moonriver', 'MOVR', 'mriver', 'moonriver.moonscan.io'),
  chain(30, 'Rootstock', 'RBTC', 'rsk', 'rootstock.blockscout.com'),
  chain(61, 'Ethereum Classic', 'ETC', 'etc', 'etc.blockscout.com'),
  chain(122, 'Fuse', 'FUSE', 'fuse', 'explorer.fuse.io'),
  chain(1088, 'Metis Andromeda', 'METIS', 'metis-andromeda metis', 'andromeda-explorer.metis.io'),
  chain(1329, 'Sei', 'SEI', 'sei', 'seiscan.io'),
  chain(2741, 'Abstract', 'ETH', 'abstract', 'abscan.org'),
  chain(80094, 'Berachain', 'BERA', 'berachain', 'berascan.com'),
  chain(33139, 'ApeChain', 'APE', 'apechain', 'apescan.io'),
  chain(167000, 'Taiko', 'ETH', 'taiko-mainnet taiko', 'blockscout.mainnet.taiko.xyz taikoscan.io'),
  chain(660279, 'Xai', 'XAI', 'xai', 'explorer.xai-chain.net'),
  chain(11155111, 'Sepolia', 'ETH', 'sep sepolia', 'eth-sepolia.blockscout.com sepolia.etherscan.io', true),
  chain(560048, 'Hoodi', 'ETH', 'hoe hoodi', 'eth-hoodi.blockscout.com hoodi.etherscan.io', true),
  chain(17000, 'Holesky', 'ETH', 'holesky', 'eth-holesky.blockscout.com holesky.etherscan.io', true),
  chain(84532, 'Base Sepolia', 'ETH', 'basesep', 'base-sepolia.blockscout.com sepolia.basescan.org', true),
  chain(
    11155420,
    'OP Sepolia',
    'ETH',
    'opsep',
    'optimism-sepolia.blockscout.com testnet-explorer.optimism.io sepolia-optimism.etherscan.io',
    true,
  ),
  chain(
    421614,
    'Arbitrum Sepolia',
    'ETH',
    'arb-sep',
    'arbitrum-sepolia.blockscout.com sepolia.arbiscan.io',
    true,
  ),
  chain(
    80002,
    'Polygon Amoy',
    'POL',
    'polygonamoy amoy',
    'polygon-amoy.blockscout.com amoy.polygonscan.com',
    true,
  ),
  chain(10200, 'Chiado', 'xDAI', 'chi chiado', 'gnosis-chiado.blockscout.com', true),
  chain(97, 'BNB testnet', 'tBNB', 'bnbt', 'testnet.bscscan.com', true),
  chain(
    534351,
    'Scroll Sepolia',
    'ETH',
    'scr-sepolia',
    'scroll-sepolia.blockscout.com sepolia.scrollscan.com',
    true,
  ),
  chain(31337, 'Local development chain', 'ETH', 'local', '127.0.0.1', true),
  chain(Number(SAMPLE_CHAIN_ID), 'Sample chain', 'COIN', 'sample', '', true),
]

const byId = new Map(CHAINS.map((known) => [known.id, known]))
const byHost = new Map(CHAINS.flatMap((known) => known.explorers.map((host) => [host, known] as const)))
const byShortName = new Map(CHAINS.flatMap((known) => known.shortNames.map((name) => [name, known] as const)))

/** Finds a chain by its decimal id. */
export const findChain = (id: string) => byId.get(id)
/** Finds a chain by the host of one of its explorers, with or without `www.`. */
export const findChainByExplorer = (host: string) => byHost.get(host.toLowerCase().replace(/^www\./, ''))
/** Finds a chain by its EIP-3770 short name, or by the name that a person would type. */
export const findChainByShortName = (name: string) => byShortName.get(name.toLowerCase())
/** A name for any chain id. */
export const chainName = (id: string) => byId.get(id)?.name ?? `Chain ${id}`
