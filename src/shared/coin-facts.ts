/**
 * How the coin of each well-known chain moves, if that differs between chains. Addresses are in lower case and come
 * from the chain's documentation or its bridge. Most also are in third-party token lists (well-known-tokens.md) or in
 * the configurations of aggregators and lending markets. For test networks, and for contracts that are part of a
 * chain (Polygon, ZK Stack, Moonbeam, opBNB, Polygon zkEVM), the documentation is the only evidence.
 */
import type { Coin } from './source.ts'

export type CoinFacts = Omit<Coin, 'symbol' | 'decimals'>

interface Facts extends CoinFacts {
  /** A layer 2 whose receipts list the layer 1 fee, although the gas used already includes it. */
  readonly hasLayerFeeInGas?: true
}

const wraps = (symbol: string, address: string): Facts => ({ wrapped: { symbol, address } })

/** A predeployed contract of OP Stack chains (specification, Predeploys). */
const OP_WETH = wraps('WETH', '0x4200000000000000000000000000000000000006')

/**
 * Validators of Gnosis stake 1 GNO in place of 32 coins. A system call makes the deposit contract record the amount
 * due, and a claim pays it out (gnosischain/deposit-contract, executeSystemWithdrawals and claimWithdrawal).
 */
const gno = (token: string, payer: string) => ({ token, symbol: 'GNO', divisor: 32, payer })
/** MRC20, a contract of the genesis block (genesis-contracts of Bor). */
const POLYGON = '0x0000000000000000000000000000000000001010'
/** L2BaseToken, a system contract: it logs every transfer of coins, including fees (era-contracts). */
const ZK_STACK = '0x000000000000000000000000000000000000800a'
/** OVM_ETH and its descendants: Optimism before Bedrock, Metis, Mantle (specification of the OP Stack, Predeploys). */
const OVM = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000'
/** The precompile that presents the coin as an ERC-20 (documentation of Moonbeam, Native Token ERC-20). */
const FRONTIER = '0x0000000000000000000000000000000000000802'

/** By chain id. */
const FACTS: Readonly<Record<string, Facts>> = {
  // Ethereum
  1: wraps('WETH', '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'),
  // Base
  8453: OP_WETH,
  // Optimism
  10: { ...OP_WETH, contract: OVM },
  // Arbitrum One
  42161: wraps('WETH', '0x82af49447d8a07e3bd95bd0d56f35241523fbab1'),
  // Polygon
  137: { ...wraps('WPOL', '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270'), contract: POLYGON },
  // Gnosis
  100: {
    ...wraps('WXDAI', '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d'),
    withdrawals: gno(
      '0x9c58bacc331c9aa871afd802db6379a98e80cedb',
      '0x0b98057ea310f4d31f2a452b414647007d1645d9',
    ),
  },
  // BNB Smart Chain
  56: wraps('WBNB', '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c'),
  // Avalanche
  43114: wraps('WAVAX', '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7'),
  // ZKsync Era
  324: { ...wraps('WETH', '0x5aea5775959fbc2557cc8789bc1bf90a239d9a91'), contract: ZK_STACK },
  // Linea
  59144: wraps('WETH', '0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f'),
  // Scroll
  534352: wraps('WETH', '0x5300000000000000000000000000000000000004'),
  // Blast
  81457: wraps('WETH', '0x4300000000000000000000000000000000000004'),
  // Mantle
  5000: {
    ...wraps('WMNT', '0x78c1b0c915c4faa5fffa6cabf0219da63d7f4cb8'),
    // Mantle's op-geth deducts the layer 1 fee from the remaining gas (core/state_transition.go).
    hasLayerFeeInGas: true,
    contract: OVM,
  },
  // Celo (celo-monorepo, GoldToken)
  42220: { contract: '0x471ece3750da237f93b8e339c536989b8978a438' },
  // Unichain
  130: OP_WETH,
  // World Chain
  480: OP_WETH,
  // Ink
  57073: OP_WETH,
  // Soneium
  1868: OP_WETH,
  // Mode
  34443: OP_WETH,
  // Zora
  7777777: OP_WETH,
  // Lisk
  1135: OP_WETH,
  // Fraxtal
  252: wraps('wFRAX', '0xfc00000000000000000000000000000000000002'),
  // Sonic
  146: wraps('wS', '0x039e2fb66102314ce7b64ce5ce3e5183bc94ad38'),
  // Polygon zkEVM
  1101: wraps('WETH', '0x4f9a0e7fd2bf6067db6994cf12e4495df938e6e9'),
  // Arbitrum Nova
  42170: wraps('WETH', '0x722e8bdd2ce80a4422e880164f2079488e115365'),
  // opBNB
  204: wraps('WBNB', '0x4200000000000000000000000000000000000006'),
  // Fantom
  250: wraps('WFTM', '0x21be370d5312f44cb42ce377bc9b8a0cef1a4c83'),
  // Moonbeam
  1284: { ...wraps('WGLMR', '0xacc15dc74880c9944775448304b263d191c6077f'), contract: FRONTIER },
  // Moonriver
  1285: { ...wraps('WMOVR', '0x98878b06940ae243284ca214f92bb71a2b032b8a'), contract: FRONTIER },
  // Rootstock
  30: wraps('WRBTC', '0x542fda317318ebf1d3deaf76e0b632741a7e677d'),
  // Ethereum Classic
  61: wraps('WETC', '0x1953cab0e5bfa6d4a9bad6e05fd46c1cc6527a5a'),
  // Fuse
  122: wraps('WFUSE', '0x0be9e53fd7edac9f859882afdda116645287c629'),
  // Metis
  1088: { ...wraps('WMETIS', '0x75cb093e4d61d2a2e65d8e0bbb01de8d89b53481'), contract: OVM },
  // Sei
  1329: wraps('WSEI', '0xe30fedd158a2e3b13e9badaeabafc5516e95e8c7'),
  // Abstract
  2741: { ...wraps('WETH', '0x3439153eb7af838ad19d56e1571fbd09333c2809'), contract: ZK_STACK },
  // Berachain
  80094: wraps('WBERA', '0x6969696969696969696969696969696969696969'),
  // ApeChain
  33139: wraps('WAPE', '0x48b62137edfa95a428d35c09e44256a739f6b557'),
  // Taiko
  167000: wraps('WETH', '0xa51894664a773981c6c112c43ce576f315d5b1b6'),
  // Xai
  660279: wraps('WXAI', '0x3fb787101dc6be47cfe18aeee15404dcc842e6af'),
  // Sepolia
  11155111: wraps('WETH', '0xfff9976782d46cc05630d1f6ebab18b2324d6b14'),
  // Holesky
  17000: wraps('WETH', '0x94373a4919b3240d86ea41593d5eba789fef3848'),
  // Base Sepolia
  84532: OP_WETH,
  // OP Sepolia
  11155420: OP_WETH,
  // Arbitrum Sepolia
  421614: wraps('WETH', '0x980b62da83eff3d4576c647993b0c1d7faf17c73'),
  // Polygon Amoy
  80002: { ...wraps('WPOL', '0x360ad4f9a9a8efe9a8dcb5f461c4cc1047e1dcf9'), contract: POLYGON },
  // Chiado
  10200: {
    ...wraps('WXDAI', '0xb2d0d7ad1d4b2915390dc7053b9421f735a723e7'),
    withdrawals: gno(
      '0x19c653da7c37c66208fbfbe8908a5051b57b4c70',
      '0xb97036a26259b7147018913bd58a774cf91acf25',
    ),
  },
  // BNB testnet
  97: wraps('WBNB', '0xae13d989dac2f0debff460ac112a837c89baa7cd'),
  // Scroll Sepolia
  534351: wraps('WETH', '0x5300000000000000000000000000000000000004'),
}

const NOTHING: Facts = {}
const factsOf = (chainId: string | undefined) =>
  (chainId === undefined ? undefined : FACTS[chainId]) ?? NOTHING

/** Facts about the coin of a chain, by decimal chain id; empty for a chain that is not in the table. */
export function coinFactsOf(chainId: string | undefined): CoinFacts {
  const { hasLayerFeeInGas: _, ...facts } = factsOf(chainId)
  return facts
}

/** Whether the table has the chain. For other chains the index finds out what the coin is. */
export const isKnownChain = (chainId: string | undefined): boolean =>
  chainId !== undefined && chainId in FACTS

export const hasLayerFeeInGas = (chainId: string | undefined): boolean =>
  factsOf(chainId).hasLayerFeeInGas === true
