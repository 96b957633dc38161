/** The symbols and names that are imitated most. A name that looks like one of them gets a warning beside it. */
export const WELL_KNOWN_NAMES: readonly string[] = [
  ...(
    'USDC USDT DAI WETH WBTC ETH BTC stETH wstETH rETH cbETH cbBTC weETH ezETH rsETH sfrxETH frxETH LINK UNI AAVE MKR SKY ' +
    'USDS sUSDS sDAI USDe sUSDe FRAX CRV CVX LDO ARB POL MATIC WMATIC BNB WBNB BUSD TUSD USDP GUSD PYUSD FDUSD USDD LUSD ' +
    'crvUSD GHO SHIB PEPE ENS GRT COMP SNX SUSHI BAL YFI 1INCH ENA PENDLE AVAX WAVAX GNO xDAI WXDAI SOL TRX DOGE XRP ADA ' +
    'tBTC PAXG XAUT EURC EURS WLD IMX MANA SAND AXS USDC.e USDT.e USDbC'
  ).split(' '),
  ...[
    'USD Coin',
    'USDCoin',
    'Tether',
    'Tether USD',
    'Dai Stablecoin',
    'Wrapped Ether',
    'Wrapped BTC',
    'Wrapped Bitcoin',
    'Ether',
    'Ethereum',
    'Bitcoin',
    'Uniswap',
    'ChainLink Token',
    'Chainlink',
    'Lido',
    'Aave',
    'Binance',
    'Coinbase',
    'Kraken',
    'Circle',
    'OpenSea',
    'MetaMask',
  ],
]
