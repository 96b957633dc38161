/** Signatures of well-known standards, one a line, by standard. */
const OPERATION_06 =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)'
const OPERATION_07 =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)'
const PERMIT_DETAILS = '(address token, uint160 amount, uint48 expiration, uint48 nonce)'
const PERMITTED = '(address token, uint256 amount)'
const TRANSFER_DETAILS = '(address to, uint256 requestedAmount)'

/** Signatures with the same selector are tried in this order; events are distinguished by their number of topics. */
export const STANDARDS: Readonly<Record<string, string>> = {
  Solidity: `
error Error(string reason)
error Panic(uint256 code)`,
  'ERC-20': `
function name() returns (string)
function symbol() returns (string)
function decimals() returns (uint8)
function totalSupply() returns (uint256)
function balanceOf(address account) returns (uint256)
function transfer(address to, uint256 value) returns (bool)
function transferFrom(address from, address to, uint256 value) returns (bool)
function approve(address spender, uint256 value) returns (bool)
function allowance(address owner, address spender) returns (uint256)
function increaseAllowance(address spender, uint256 addedValue) returns (bool)
function decreaseAllowance(address spender, uint256 subtractedValue) returns (bool)
event Transfer(address indexed from, address indexed to, uint256 value)
event Approval(address indexed owner, address indexed spender, uint256 value)`,
  'ERC-2612': `
function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
function nonces(address owner) returns (uint256)
function DOMAIN_SEPARATOR() returns (bytes32)`,
  'ERC-3009': `
function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)
function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)
function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)
event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)
event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)`,
  'ERC-721': `
function ownerOf(uint256 tokenId) returns (address)
function tokenURI(uint256 tokenId) returns (string)
function tokenByIndex(uint256 index) returns (uint256)
function tokenOfOwnerByIndex(address owner, uint256 index) returns (uint256)
function transferFrom(address from, address to, uint256 tokenId)
function approve(address to, uint256 tokenId)
function getApproved(uint256 tokenId) returns (address)
function isApprovedForAll(address owner, address operator) returns (bool)
function setApprovalForAll(address operator, bool approved)
function safeTransferFrom(address from, address to, uint256 tokenId)
function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)
function onERC721Received(address operator, address from, uint256 tokenId, bytes data) returns (bytes4)
event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)
event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)
event ApprovalForAll(address indexed owner, address indexed operator, bool approved)`,
  'ERC-2309': `
event ConsecutiveTransfer(uint256 indexed fromTokenId, uint256 toTokenId, address indexed fromAddress, address indexed toAddress)`,
  'ERC-4906': `
event MetadataUpdate(uint256 tokenId)
event BatchMetadataUpdate(uint256 fromTokenId, uint256 toTokenId)`,
  'ERC-2981': `
function royaltyInfo(uint256 tokenId, uint256 salePrice) returns (address receiver, uint256 royaltyAmount)`,
  'ERC-1155': `
function balanceOf(address account, uint256 id) returns (uint256)
function balanceOfBatch(address[] accounts, uint256[] ids) returns (uint256[])
function uri(uint256 id) returns (string)
function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)
function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)
function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes data) returns (bytes4)
function onERC1155BatchReceived(address operator, address from, uint256[] ids, uint256[] values, bytes data) returns (bytes4)
event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)
event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)
event URI(string value, uint256 indexed id)`,
  'ERC-6909': `
function transfer(address receiver, uint256 id, uint256 amount) returns (bool)
function transferFrom(address sender, address receiver, uint256 id, uint256 amount) returns (bool)
function approve(address spender, uint256 id, uint256 amount) returns (bool)
function setOperator(address operator, bool approved) returns (bool)
function allowance(address owner, address spender, uint256 id) returns (uint256)
function isOperator(address owner, address spender) returns (bool)
event Transfer(address caller, address indexed sender, address indexed receiver, uint256 indexed id, uint256 amount)
event Approval(address indexed owner, address indexed spender, uint256 indexed id, uint256 amount)
event OperatorSet(address indexed owner, address indexed operator, bool approved)`,
  'ERC-4626': `
function asset() returns (address)
function totalAssets() returns (uint256)
function convertToShares(uint256 assets) returns (uint256)
function convertToAssets(uint256 shares) returns (uint256)
function maxDeposit(address receiver) returns (uint256)
function maxMint(address receiver) returns (uint256)
function maxWithdraw(address owner) returns (uint256)
function maxRedeem(address owner) returns (uint256)
function previewDeposit(uint256 assets) returns (uint256)
function previewMint(uint256 shares) returns (uint256)
function previewWithdraw(uint256 assets) returns (uint256)
function previewRedeem(uint256 shares) returns (uint256)
function deposit(uint256 assets, address receiver) returns (uint256 shares)
function mint(uint256 shares, address receiver) returns (uint256 assets)
function withdraw(uint256 assets, address receiver, address owner) returns (uint256 shares)
function redeem(uint256 shares, address receiver, address owner) returns (uint256 assets)
event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares)
event Withdraw(address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares)`,
  'ERC-777': `
function send(address recipient, uint256 amount, bytes data)
function operatorSend(address sender, address recipient, uint256 amount, bytes data, bytes operatorData)
function tokensReceived(address operator, address from, address to, uint256 amount, bytes userData, bytes operatorData)
event Sent(address indexed operator, address indexed from, address indexed to, uint256 amount, bytes data, bytes operatorData)
event Minted(address indexed operator, address indexed to, uint256 amount, bytes data, bytes operatorData)
event Burned(address indexed operator, address indexed from, uint256 amount, bytes data, bytes operatorData)`,
  'ERC-1363': `
function transferAndCall(address to, uint256 value, bytes data) returns (bool)
function approveAndCall(address spender, uint256 value, bytes data) returns (bool)`,
  'ERC-3156': `
function flashLoan(address receiver, address token, uint256 amount, bytes data) returns (bool)
function onFlashLoan(address initiator, address token, uint256 amount, uint256 fee, bytes data) returns (bytes32)`,
  'ERC-6093': `
error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)
error ERC20InvalidSender(address sender)
error ERC20InvalidReceiver(address receiver)
error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)
error ERC20InvalidApprover(address approver)
error ERC20InvalidSpender(address spender)
error ERC721InvalidOwner(address owner)
error ERC721NonexistentToken(uint256 tokenId)
error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)
error ERC721InvalidSender(address sender)
error ERC721InvalidReceiver(address receiver)
error ERC721InsufficientApproval(address operator, uint256 tokenId)
error ERC721InvalidApprover(address approver)
error ERC721InvalidOperator(address operator)
error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)
error ERC1155InvalidSender(address sender)
error ERC1155InvalidReceiver(address receiver)
error ERC1155MissingApprovalForAll(address operator, address owner)
error ERC1155InvalidApprover(address approver)
error ERC1155InvalidOperator(address operator)
error ERC1155InvalidArrayLength(uint256 idsLength, uint256 valuesLength)`,
  'ERC-165': `
function supportsInterface(bytes4 interfaceId) returns (bool)`,
  'ERC-173': `
function owner() returns (address)
function transferOwnership(address newOwner)
event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)`,
  'ERC-1271': `
function isValidSignature(bytes32 hash, bytes signature) returns (bytes4)`,
  'ERC-5267': `
function eip712Domain() returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)
event EIP712DomainChanged()`,
  'ERC-1967': `
function implementation() returns (address)
function upgradeTo(address newImplementation)
function upgradeToAndCall(address newImplementation, bytes data)
event Upgraded(address indexed implementation)
event BeaconUpgraded(address indexed beacon)
event AdminChanged(address previousAdmin, address newAdmin)`,
  'ERC-1822': `
function proxiableUUID() returns (bytes32)`,
  'ERC-2535': `
function diamondCut((address facetAddress, uint8 action, bytes4[] functionSelectors)[] diamondCut, address init, bytes data)
function facets() returns ((address facetAddress, bytes4[] functionSelectors)[])
function facetFunctionSelectors(address facet) returns (bytes4[])
function facetAddresses() returns (address[])
function facetAddress(bytes4 functionSelector) returns (address)
event DiamondCut((address facetAddress, uint8 action, bytes4[] functionSelectors)[] diamondCut, address init, bytes data)`,
  AccessControl: `
function hasRole(bytes32 role, address account) returns (bool)
function getRoleAdmin(bytes32 role) returns (bytes32)
function grantRole(bytes32 role, address account)
function revokeRole(bytes32 role, address account)
function renounceRole(bytes32 role, address callerConfirmation)
event RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole)
event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)
event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)
error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)`,
  WETH: `
function deposit()
function withdraw(uint256 wad)
event Deposit(address indexed dst, uint256 wad)
event Withdrawal(address indexed src, uint256 wad)`,
  Multicall: `
function multicall(bytes[] data) returns (bytes[] results)
function multicall(uint256 deadline, bytes[] data) returns (bytes[] results)
function multicall(bytes32 previousBlockhash, bytes[] data) returns (bytes[] results)
function aggregate((address target, bytes callData)[] calls) returns (uint256 blockNumber, bytes[] returnData)
function blockAndAggregate((address target, bytes callData)[] calls) returns (uint256 blockNumber, bytes32 blockHash, (bool success, bytes returnData)[] returnData)
function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls) returns ((bool success, bytes returnData)[] returnData)
function tryBlockAndAggregate(bool requireSuccess, (address target, bytes callData)[] calls) returns (uint256 blockNumber, bytes32 blockHash, (bool success, bytes returnData)[] returnData)
function aggregate3((address target, bool allowFailure, bytes callData)[] calls) returns ((bool success, bytes returnData)[] returnData)
function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) returns ((bool success, bytes returnData)[] returnData)`,
  Permit2: `
function approve(address token, address spender, uint160 amount, uint48 expiration)
function allowance(address owner, address token, address spender) returns (uint160 amount, uint48 expiration, uint48 nonce)
function permit(address owner, (${PERMIT_DETAILS} details, address spender, uint256 sigDeadline) permitSingle, bytes signature)
function permit(address owner, (${PERMIT_DETAILS}[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)
function transferFrom(address from, address to, uint160 amount, address token)
function transferFrom((address from, address to, uint160 amount, address token)[] transferDetails)
function lockdown((address token, address spender)[] approvals)
function invalidateNonces(address token, address spender, uint48 newNonce)
function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)
function permitTransferFrom((${PERMITTED} permitted, uint256 nonce, uint256 deadline) permit, ${TRANSFER_DETAILS} transferDetails, address owner, bytes signature)
function permitTransferFrom((${PERMITTED}[] permitted, uint256 nonce, uint256 deadline) permit, ${TRANSFER_DETAILS}[] transferDetails, address owner, bytes signature)
function permitWitnessTransferFrom((${PERMITTED} permitted, uint256 nonce, uint256 deadline) permit, ${TRANSFER_DETAILS} transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)
function permitWitnessTransferFrom((${PERMITTED}[] permitted, uint256 nonce, uint256 deadline) permit, ${TRANSFER_DETAILS}[] transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)
event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)
event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)
event Lockdown(address indexed owner, address token, address spender)
event NonceInvalidation(address indexed owner, address indexed token, address indexed spender, uint48 newNonce, uint48 oldNonce)
event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)
error AllowanceExpired(uint256 deadline)
error InsufficientAllowance(uint256 amount)
error SignatureExpired(uint256 signatureDeadline)
error InvalidSigner()
error InvalidNonce()`,
  Safe: `
function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)
function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) returns (bool success)
function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation) returns (bool success)
function execTransactionFromModuleReturnData(address to, uint256 value, bytes data, uint8 operation) returns (bool success, bytes returnData)
function multiSend(bytes transactions)
function approveHash(bytes32 hashToApprove)
function addOwnerWithThreshold(address owner, uint256 threshold)
function removeOwner(address prevOwner, address owner, uint256 threshold)
function swapOwner(address prevOwner, address oldOwner, address newOwner)
function changeThreshold(uint256 threshold)
function enableModule(address module)
function disableModule(address prevModule, address module)
function setGuard(address guard)
function setFallbackHandler(address handler)
function getOwners() returns (address[])
function getThreshold() returns (uint256)
function checkSignatures(bytes32 dataHash, bytes data, bytes signatures)
function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address proxy)
event SafeSetup(address indexed initiator, address[] owners, uint256 threshold, address initializer, address fallbackHandler)
event ExecutionSuccess(bytes32 txHash, uint256 payment)
event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)
event ExecutionFailure(bytes32 txHash, uint256 payment)
event ExecutionFailure(bytes32 indexed txHash, uint256 payment)
event ExecutionFromModuleSuccess(address indexed module)
event ExecutionFromModuleFailure(address indexed module)
event SafeReceived(address indexed sender, uint256 value)
event AddedOwner(address owner)
event AddedOwner(address indexed owner)
event RemovedOwner(address owner)
event RemovedOwner(address indexed owner)
event ChangedThreshold(uint256 threshold)
event EnabledModule(address module)
event EnabledModule(address indexed module)
event DisabledModule(address module)
event DisabledModule(address indexed module)
event ChangedGuard(address guard)
event ChangedGuard(address indexed guard)
event ApproveHash(bytes32 indexed approvedHash, address indexed owner)
event ProxyCreation(address proxy, address singleton)
event ProxyCreation(address indexed proxy, address singleton)`,
  'ERC-4337': `
function handleOps(${OPERATION_07}[] ops, address beneficiary)
function handleOps(${OPERATION_06}[] ops, address beneficiary)
function handleAggregatedOps((${OPERATION_07}[] userOps, address aggregator, bytes signature)[] opsPerAggregator, address beneficiary)
function handleAggregatedOps((${OPERATION_06}[] userOps, address aggregator, bytes signature)[] opsPerAggregator, address beneficiary)
function validateUserOp(${OPERATION_07} userOp, bytes32 userOpHash, uint256 missingAccountFunds) returns (uint256 validationData)
function validateUserOp(${OPERATION_06} userOp, bytes32 userOpHash, uint256 missingAccountFunds) returns (uint256 validationData)
function executeUserOp(${OPERATION_07} userOp, bytes32 userOpHash)
function depositTo(address account)
function getNonce(address sender, uint192 key) returns (uint256 nonce)
event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)
event AccountDeployed(bytes32 indexed userOpHash, address indexed sender, address factory, address paymaster)
event UserOperationRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason)
event PostOpRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason)
event UserOperationPrefundTooLow(bytes32 indexed userOpHash, address indexed sender, uint256 nonce)
event BeforeExecution()
event SignatureAggregatorChanged(address indexed aggregator)
event Deposited(address indexed account, uint256 totalDeposit)
event Withdrawn(address indexed account, address withdrawAddress, uint256 amount)
error FailedOp(uint256 opIndex, string reason)
error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)`,
  'ERC-7579': `
function execute(bytes32 mode, bytes executionCalldata)
function executeFromExecutor(bytes32 mode, bytes executionCalldata) returns (bytes[] returnData)
function installModule(uint256 moduleTypeId, address module, bytes initData)
function uninstallModule(uint256 moduleTypeId, address module, bytes deInitData)
event ModuleInstalled(uint256 moduleTypeId, address module)
event ModuleUninstalled(uint256 moduleTypeId, address module)`,
  'Universal Router': `
function execute(bytes commands, bytes[] inputs)
function execute(bytes commands, bytes[] inputs, uint256 deadline)`,
}
