/** The schemas of resources where our own service returns less or more than Chainglass reads from other servers. */
import * as z from 'zod/mini'
// By name: taken apart, `z` would bring all its languages into the app.
import { array, literal, nullable, union, unknown } from 'zod/mini'
import { addressCounters, addressDetail, addressRef, addressTag } from '#shared/chain/address.ts'
import { decimal, flag, hash, integer, percentage, rate, record, text } from '#shared/chain/fields.ts'
import { log } from '#shared/chain/log.ts'
import { ensInfo, foundTag, searchItem } from '#shared/chain/search.ts'
import { smartContract } from '#shared/chain/smart-contract.ts'
import { chainStatistics } from '#shared/chain/statistics.ts'
import { ownedInstance, token, tokenInstance, transferTotal, transferTotals } from '#shared/chain/token.ts'
import { decodedInput, internalTransaction, transaction } from '#shared/chain/transaction.ts'
import { DETAIL_ITEMS } from '#shared/lists/detail-items.ts'

type Forms = Readonly<Record<string, z.core.$ZodType>>

export interface OwnMembers {
  /** Members in another form than they are read in. */
  readonly forms?: Forms
  /** Members that are not always there. */
  readonly optional?: readonly string[]
  /** Members that are not always there in a dialect without what only explorers read. */
  readonly optionalElsewhere?: readonly string[]
  /** Members that Chainglass does not read. */
  readonly more?: Forms
  /** Members that only explorers read. */
  readonly ofExplorers?: Forms
}

const anything = z.record(z.string(), unknown())
const textOrNull = nullable(text)

const frame = (types: readonly string[], action: Forms, result: z.core.$ZodType) =>
  record({
    type: union(types.map((type) => literal(type))),
    action: record(action),
    result,
    error: z.optional(text),
    subtraces: integer,
    traceAddress: array(integer),
    transactionHash: hash,
    logs: z.optional(
      array(
        record({
          address: text,
          topics: array(text),
          data: textOrNull,
          index: nullable(integer),
          position: nullable(integer),
        }),
      ),
    ),
  })
const ran = { from: text, gas: textOrNull, value: textOrNull }
const returned = record({ gasUsed: textOrNull, output: textOrNull })

/** See `raw-trace.ts`. */
const callTrace = array(
  union([
    frame(['call'], { ...ran, callType: text, to: textOrNull, input: textOrNull }, returned),
    frame(
      ['create', 'create2'],
      { ...ran, init: textOrNull, creationMethod: text },
      union([record({ gasUsed: textOrNull, address: textOrNull, code: textOrNull }), returned]),
    ),
    frame(['selfdestruct'], { address: text, refundAddress: textOrNull, balance: textOrNull }, z.null()),
  ]),
)

const found = (types: readonly string[], members: Forms) =>
  record({ type: union(types.map((type) => literal(type))), ...members })
const foundAddress = { name: textOrNull, address_hash: hash, is_smart_contract_verified: flag }
const judged = { certified: flag, reputation: textOrNull }

/** See `found-items.ts`. */
const searchResult = union([
  found(['token'], {
    ...foundAddress,
    ...judged,
    symbol: textOrNull,
    icon_url: textOrNull,
    token_type: textOrNull,
    exchange_rate: nullable(rate),
    total_supply: nullable(decimal),
    is_verified_via_admin_panel: flag,
  }),
  found(['address', 'contract'], { ...foundAddress, ...judged }),
  found(['ens_domain'], { ...foundAddress, ens_info: ensInfo }),
  found(['label'], foundAddress),
  found(['metadata_tag'], { ...foundAddress, metadata: foundTag }),
  found(['block'], {
    block_number: integer,
    block_hash: hash,
    timestamp: text,
    block_type: z.optional(text),
  }),
  found(['transaction'], { transaction_hash: hash, timestamp: text }),
])

/** Forms of whole values. */
export const OWN_FORMS: ReadonlyMap<z.core.$ZodType, z.core.$ZodType> = new Map<
  z.core.$ZodType,
  z.core.$ZodType
>([
  [transferTotals, nullable(transferTotal)],
  [DETAIL_ITEMS['transaction-calls'], callTrace],
  [searchItem, searchResult],
])

/** A number beyond those of JSON is a text. An index gives the signature as well. */
const authorization = record({
  address_hash: hash,
  authority: nullable(hash),
  chain_id: union([integer, decimal]),
  nonce: union([integer, decimal]),
  status: nullable(text),
  ...{ v: z.optional(integer), r: z.optional(decimal), s: z.optional(decimal) },
})

/** In gwei; in full where a header asks for it. */
const price = nullable(
  union([
    percentage,
    record({
      price: percentage,
      fiat_price: textOrNull,
      wei: decimal,
      time: z.null(),
      base_fee: z.null(),
      priority_fee: z.null(),
    }),
  ]),
)

const CONTRACT_OF_EXPLORERS = {
  can_be_visualized_via_sol2uml: flag,
  certified: flag,
  compiler_settings: z.null(),
  conflicting_implementations: z.null(),
  creation_bytecode: z.null(),
  creation_status: text,
  decoded_constructor_args: z.null(),
  external_libraries: array(anything),
  github_repository_metadata: z.null(),
  has_constructor_args: flag,
  is_blueprint: flag,
  is_changed_bytecode: flag,
  is_fully_verified: flag,
  is_verified_via_eth_bytecode_db: flag,
  is_verified_via_sourcify: flag,
  is_verified_via_verifier_alliance: flag,
  market_cap: z.null(),
  optimization_enabled: nullable(flag),
  package_name: z.null(),
  reputation: text,
  sourcify_repo_url: z.null(),
  verification_metadata: z.null(),
  verified_twin_address_hash: z.null(),
}

// Instances give none of the first three in every version.
const NFT: OwnMembers = {
  optional: [
    'holder_address_hash',
    'image_media_type',
    'animation_media_type',
    'token',
    'token_type',
    'value',
  ],
}

/** In an index a thing may be known by less than in a chain that is made up. */
export const OWN_MEMBERS: ReadonlyMap<z.core.$ZodType, OwnMembers> = new Map<z.core.$ZodType, OwnMembers>([
  [
    token,
    {
      optional: [
        ...['bridge_type', 'foreign_address', 'origin_chain_id', 'balances_asked', 'counted_since_block'],
        ...['volume_24h', 'circulating_supply'],
      ],
    },
  ],
  [tokenInstance, NFT],
  [ownedInstance, NFT],
  [transferTotal, { optional: ['value', 'decimals', 'token_id', 'token_instance'] }],
  [
    transaction,
    {
      forms: {
        confirmation_duration: array(percentage),
        revert_reason: nullable(union([text, decodedInput, record({ raw: text })])),
        authorization_list: nullable(array(authorization)),
      },
      optional: ['historic_exchange_rate', 'is_pending_update', 'authorization_list'],
      more: { logs: z.optional(array(log)) },
    },
  ],
  [internalTransaction, { more: { transaction_index: integer } }],
  [addressTag, { forms: { ordinal: integer, meta: anything } }],
  [foundTag, { forms: { meta: anything }, more: { ordinal: integer } }],
  [ensInfo, { forms: { names_count: integer } }],
  [
    addressRef,
    {
      forms: {
        private_tags: array(anything),
        public_tags: array(anything),
        watchlist_names: array(anything),
      },
    },
  ],
  [
    addressDetail,
    {
      forms: {
        private_tags: array(anything),
        public_tags: array(anything),
        watchlist_names: array(anything),
      },
      optional: ['creation_status'],
      more: {
        block_number_balance_updated_at: z.optional(integer),
        creation_status: textOrNull,
      },
      ofExplorers: {
        has_tokens: flag,
        has_token_transfers: flag,
        has_logs: flag,
        has_validated_blocks: flag,
        has_beacon_chain_withdrawals: flag,
        watchlist_address_id: z.null(),
      },
    },
  ],
  [addressCounters, { optional: ['counted_since_block'] }],
  [
    smartContract,
    {
      forms: {
        abi: nullable(array(anything)),
        additional_sources: array(record({ file_path: text, source_code: text })),
        optimization_runs: nullable(integer),
      },
      optional: ['storage_layout'],
      optionalElsewhere: [
        ...['constructor_args', 'source_code', 'file_path', 'additional_sources', 'optimization_runs'],
        ...['evm_version', 'license_type', 'verified_at'],
      ],
      more: { address_hash: z.optional(hash) },
      ofExplorers: CONTRACT_OF_EXPLORERS,
    },
  ],
  [
    chainStatistics,
    { forms: { gas_prices: nullable(record({ slow: price, average: price, fast: price })) } },
  ],
])
