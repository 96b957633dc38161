/**
 * Functions of widely used contracts of which no package tells the ABI, written down from their public documentation. As
 * any other of the pack they are never certain, and count only where the data is exactly of their types.
 */
const ROUTE = '(address from, address to, bool stable, address factory)[] routes'
const ROUTE_V1 = '(address from, address to, bool stable)[] routes'
const BRIDGE =
  '(bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData'
const SWAP =
  '(address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)'
const SQUID =
  '(uint8 routeType, string destinationChain, string destinationAddress, string bridgedTokenSymbol, address depositAddress, (uint8 callType, address target, uint256 value, bytes callData, bytes payload)[] sourceCalls, bytes payload, uint256 fee, bool enableExpress) squidData'
const RELAY =
  '(bytes32 requestId, bytes32 nonEVMReceiver, bytes32 receivingAssetId, bytes signature) relayData'
const CBRIDGE = '(uint32 maxSlippage, uint64 nonce) cBridgeData'
const SLIPPAGE = '(address recipient, address buyToken, uint256 minAmountOut) slippage'

export const WIDELY_USED = `
${solidlyRouter(ROUTE)}
${solidlyRouter(ROUTE_V1)}
function addLiquidity(address tokenA, address tokenB, bool stable, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity)
function addLiquidityETH(address token, bool stable, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline) returns (uint256 amountToken, uint256 amountETH, uint256 liquidity)
function removeLiquidity(address tokenA, address tokenB, bool stable, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline) returns (uint256 amountA, uint256 amountB)
function removeLiquidityETH(address token, bool stable, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline) returns (uint256 amountToken, uint256 amountETH)
function getReward(address account)
function getReward(uint256 tokenId)
function vote(uint256 tokenId, address[] poolVote, uint256[] weights)
function reset(uint256 tokenId)
function createLock(uint256 value, uint256 lockDuration) returns (uint256)
function increaseAmount(uint256 tokenId, uint256 value)
function increaseUnlockTime(uint256 tokenId, uint256 lockDuration)
function claimFees() returns (uint256 claimed0, uint256 claimed1)
function claimBribes(address[] bribes, address[][] tokens, uint256 tokenId)
function claimFees(address[] fees, address[][] tokens, uint256 tokenId)
function depositAll()
function withdrawAll()
function harvest(address callFeeRecipient)
function execute(${SLIPPAGE}, bytes[] actions, bytes32 zidAndAffiliate) returns (bool)
function executeMetaTxn(${SLIPPAGE}, bytes[] actions, bytes32 zidAndAffiliate, address msgSender, bytes sig) returns (bool)
function swapAndStartBridgeTokensViaSquid(${BRIDGE}, ${SWAP}[] swapData, ${SQUID})
function startBridgeTokensViaSquid(${BRIDGE}, ${SQUID})
function swapAndStartBridgeTokensViaRelay(${BRIDGE}, ${SWAP}[] swapData, ${RELAY})
function startBridgeTokensViaRelay(${BRIDGE}, ${RELAY})
function swapAndStartBridgeTokensViaCBridge(${BRIDGE}, ${SWAP}[] swapData, ${CBRIDGE})
function startBridgeTokensViaCBridge(${BRIDGE}, ${CBRIDGE})
function swapTokensGeneric(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmount, ${SWAP}[] swapData)
function swapTokensSingleV3ERC20ToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, ${SWAP} swapData)
function swapTokensSingleV3ERC20ToNative(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, ${SWAP} swapData)
function swapTokensSingleV3NativeToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, ${SWAP} swapData)
function swapTokensMultipleV3ERC20ToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, ${SWAP}[] swapData)
function swapTokensMultipleV3ERC20ToNative(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, ${SWAP}[] swapData)
function swapTokensMultipleV3NativeToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, ${SWAP}[] swapData)
function register((string name, address owner, uint256 duration, address resolver, bytes[] data, bool reverseRecord) request)
function register((string name, address owner, uint256 duration, address resolver, bytes[] data, bool reverseRecord, uint256[] coinTypes, uint256 signatureExpiry, bytes signature) request)
function discountedRegister((string name, address owner, uint256 duration, address resolver, bytes[] data, bool reverseRecord) request, bytes32 discountKey, bytes validationData)
function renew(string name, uint256 duration)
function deposit(uint256 chains, bytes32 to)
function deposit(uint256 chains, address to)
function claim(address[] users, address[] tokens, uint256[] amounts, bytes32[][] proofs)
function claim(uint256 index, address account, uint256 amount, bytes32[] merkleProof)
function claim(bytes32[] proof, uint256 amount)
function aggregate(bytes32 id, address[] targets, bytes[] data)
function multicallWithDeadline(uint256 deadline, bytes[] data)
function claimAll()
function claimReward()
function getAllRewards()
function zapIn(address token, uint256 amount)
function mintWithSignature(address to, uint256 quantity, bytes signature)
function publicMint(uint256 quantity)
function mintPublic(address nftContract, address feeRecipient, address minterIfNotPayer, uint256 quantity)
function purchase(uint256 quantity) returns (uint256)
function attest((bytes32 schema, (address recipient, uint64 expirationTime, bool revocable, bytes32 refUID, bytes data, uint256 value) data) request) returns (bytes32)
function multiAttest((bytes32 schema, (address recipient, uint64 expirationTime, bool revocable, bytes32 refUID, bytes data, uint256 value)[] data)[] multiRequests) returns (bytes32[])
function depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken) returns (uint64)
function depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)
function receiveMessage(bytes message, bytes attestation) returns (bool)
`

/** Routers of Velodrome, Aerodrome and others made after Solidly. */
function solidlyRouter(route: string): string {
  return `function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, ${route}, address to, uint256 deadline) returns (uint256[] amounts)
function swapExactETHForTokens(uint256 amountOutMin, ${route}, address to, uint256 deadline) returns (uint256[] amounts)
function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, ${route}, address to, uint256 deadline) returns (uint256[] amounts)
function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, ${route}, address to, uint256 deadline)
function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, ${route}, address to, uint256 deadline)
function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, ${route}, address to, uint256 deadline)
function getAmountsOut(uint256 amountIn, ${route}) returns (uint256[] amounts)`
}
