/** `statement` and `ledger`: what an address held, received and sent, and whether it adds up. */
import {
  MAX_MOVEMENTS_PAGE,
  type AssetProof,
  type LedgerAsset,
  type LedgerProof,
  type LedgerGap,
} from '#shared/rpc/contract/ledger.ts'
import { formatAmount } from '#shared/units.ts'
import { decimalsOf } from '#core/ledger/accounting/book.ts'
import { describeTime } from '../output/describe-time.ts'
import { createRowOutput } from '../output/formats.ts'
import type { Output } from '../output/output.ts'
import type { CommandContext } from '../command-context.ts'
import { readPeriod } from '../read-options.ts'
import type { Session } from '../session.ts'
import { findAddress } from '../thing.ts'

interface PeriodOptions {
  readonly from?: string
  readonly to?: string
  readonly refresh?: boolean
}

export async function statement(
  context: CommandContext,
  thing: string,
  options: PeriodOptions,
): Promise<void> {
  const { session, output, format } = context
  const period = readPeriod(options)
  const { of, proof } = await readProof(context, thing, options)
  const { lines, lineCount } = await session.call('ledger.statement', { ...of, ...period })
  const { nameOf, amountOf, plainAmountOf, assetCells } = assetTexts(session.source.coin)
  const proofs = new Map(proof.assets.map((one) => [one.asset.id, one]))
  const amounts = ['opening', 'in', 'out', 'fees', 'closing'] as const
  const rows = createRowOutput(format, output, {
    columns: [
      { name: 'asset' },
      ...amounts.map((name) => ({ name: HEADS[name], isNumber: true })),
      { name: 'movements', isNumber: true },
      { name: 'proof' },
    ],
    csvColumns: [
      ...ASSET_COLUMNS,
      ...amounts.map((name) => HEADS[name].replaceAll(' ', '_')),
      'movements',
      'proof',
      'difference',
    ],
  })
  await rows.write(
    lines.map((line) => ({
      item: { ...line, proof: proofs.get(line.asset.id)?.state ?? 'unknown' },
      cells: [
        nameOf(line.asset),
        ...amounts.map((name) => amountOf(line[name], line.asset)),
        String(line.movements),
        describeAsset(proofs.get(line.asset.id), amountOf),
      ],
      csv: [
        [
          ...assetCells(line.asset),
          ...amounts.map((name) => plainAmountOf(line[name], line.asset)),
          String(line.movements),
          proofs.get(line.asset.id)?.state ?? 'unknown',
          plainAmountOf(proofs.get(line.asset.id)?.difference ?? null, line.asset),
        ],
      ],
    })),
  )
  await rows.end()
  if (lineCount > lines.length) output.note(`${String(lineCount - lines.length)} more assets are not shown.`)
}

/** Outflows include fees: closing is opening + in − out. */
const HEADS = {
  opening: 'opening',
  in: 'in',
  out: 'out with fees',
  fees: 'fees in it',
  closing: 'closing',
} as const

export async function ledger(
  context: CommandContext,
  thing: string,
  options: PeriodOptions & { readonly asset?: string; readonly limit: number; readonly all?: boolean },
): Promise<void> {
  const { session, output, format } = context
  const period = readPeriod(options)
  const { of } = await readProof(context, thing, options)
  const { nameOf, amountOf, plainAmountOf, assetCells } = assetTexts(session.source.coin)
  const rows = createRowOutput(format, output, {
    columns: [
      { name: 'block', isNumber: true },
      { name: 'time', isNumber: true },
      { name: 'kind' },
      { name: 'amount', isNumber: true },
      { name: 'asset' },
      { name: 'with' },
      { name: 'transaction' },
    ],
    csvColumns: ['block', 'time', 'kind', 'amount', ...ASSET_COLUMNS, 'counterparty', 'transaction'],
  })
  const maxRows = options.all ? Infinity : options.limit
  for (let offset = 0; offset < maxRows;) {
    const limit = Math.min(MAX_MOVEMENTS_PAGE, maxRows - offset)
    const page = await session.call('ledger.movements', {
      ...of,
      ...period,
      asset: options.asset?.toLowerCase() ?? null,
      offset,
      limit,
    })
    const assets = new Map(page.assets.map((asset) => [asset.id, asset]))
    await rows.write(
      page.movements.map((movement) => {
        const asset = assets.get(movement.asset) ?? { id: movement.asset, token: null, tokenId: null }
        return {
          item: movement,
          cells: [
            String(movement.block),
            describeTime(movement.time),
            movement.rule,
            amountOf(movement.amount, asset),
            nameOf(asset) + (movement.nft === null ? '' : ` #${movement.nft}`),
            movement.counterparty?.hash ?? '',
            movement.transaction ?? '',
          ],
          csv: [
            [
              String(movement.block),
              movement.time === null ? '' : new Date(movement.time).toISOString(),
              movement.rule,
              plainAmountOf(movement.amount, asset),
              ...assetCells({ ...asset, tokenId: movement.nft ?? asset.tokenId }),
              movement.counterparty?.hash ?? '',
              movement.transaction ?? '',
            ],
          ],
        }
      }),
    )
    offset += page.movements.length
    if (page.movements.length < limit) break
  }
  await rows.end()
}

const STEP_DONE = { reading: 'read', adding_up: 'added up' } as const

/** Says whether it adds up. Rejects if the lists are incomplete. */
export async function readProof(
  { session, output }: { readonly session: Session; readonly output: Pick<Output, 'note' | 'progress'> },
  thing: string,
  { refresh = false }: PeriodOptions,
) {
  const of = { source: session.source.id, address: await findAddress(thing, { session, output }) }
  const stop = session.client.subscribe('ledger.progress', of, (progress) => {
    if (progress) output.progress(`${String(progress.rows)} rows ${STEP_DONE[progress.step]}`)
  })
  const proof = await session.call('ledger.proof', { ...of, refresh }).finally(stop)
  output.note(describe(proof, session))
  for (const line of describeGaps(proof.assets, assetTexts(session.source.coin))) output.note(line)
  return { of, proof }
}

/** Gaps are printed one per line, at most this many. */
const MAX_GAPS = 50

function describeGaps(assets: readonly AssetProof[], { nameOf, amountOf }: AssetTexts): string[] {
  const gaps = assets.flatMap(({ asset, gaps: of }) =>
    of.map((gap) => `${nameOf(asset)}: ${amountOf(gap.amount, asset)} ${describePlace(gap)}`),
  )
  const more = gaps.length - MAX_GAPS
  return more > 0 ? [...gaps.slice(0, MAX_GAPS), `${String(more)} more differences are not listed.`] : gaps
}

function describePlace({ transaction, block, after, before }: LedgerGap): string {
  if (transaction !== null)
    return `in transaction ${transaction}${block === null ? '' : `, block ${String(block)}`}`
  if (block !== null) return `in block ${String(block)}`
  const [from, to] = [after?.block, before?.block].map((height) =>
    height === undefined ? undefined : `block ${String(height)}`,
  )
  return from && to
    ? `between ${from} and ${to}`
    : from
      ? `after ${from}`
      : to
        ? `before ${to}`
        : 'of no known place'
}

function describe(
  { state, movements, block, assets, lists }: LedgerProof,
  { keepsNothing }: Pick<Session, 'keepsNothing'>,
): string {
  const counted = `${String(movements)} movements${block === null ? '' : `, block ${String(block)}`}`
  switch (state) {
    case 'adds_up':
      return `It adds up${describeUnproven(assets)}: ${counted}.`
    case 'differs':
      return `${String(assets.filter((one) => one.state === 'differs').length)} of ${String(assets.length)} assets differ: ${counted}.`
    case 'too_many':
      throw new Error('The lists of this address have more rows than a ledger takes.')
    case 'incomplete':
      throw new Error(
        `Not whole on this machine: ${lists
          .filter((list) => list.state === 'incomplete')
          .map(({ list }) => list)
          .join(
            ', ',
          )}. ${keepsNothing ? 'Add the source (chainglass sources add URL), and keep them' : 'Keep them first'}: chainglass keep ADDRESS.`,
      )
  }
}

function describeUnproven(assets: readonly AssetProof[]): string {
  const count = assets.filter(({ state }) => state === 'unknown').length
  return count === 0
    ? ''
    : `, but for ${String(count)} of ${String(assets.length)} assets that can’t be proven`
}

function describeAsset(proof: AssetProof | undefined, amountOf: (raw: string, asset: LedgerAsset) => string) {
  if (proof?.state === 'adds_up') return 'adds up'
  if (proof?.state === 'differs') return `differs by ${amountOf(proof.difference ?? '0', proof.asset)}`
  return 'unknown'
}

/** The CSV columns of an asset, in the order of `assetCells`. */
const ASSET_COLUMNS = ['asset_id', 'token_address', 'token_id', 'asset', 'decimals'] as const

type AssetTexts = ReturnType<typeof assetTexts>

function assetTexts(coin: { readonly symbol: string; readonly decimals: number }) {
  return {
    nameOf: ({ token, tokenId }: LedgerAsset): string =>
      token
        ? (token.symbol ?? token.name ?? token.address_hash) + (tokenId === null ? '' : ` #${tokenId}`)
        : coin.symbol,
    amountOf: (raw: string, asset: LedgerAsset): string =>
      formatAmount(raw, decimalsOf(asset, coin.decimals)),
    /** A decimal number for programs; empty if it is unknown. */
    plainAmountOf: (raw: string | null, asset: LedgerAsset): string =>
      raw === null ? '' : formatAmount(raw, decimalsOf(asset, coin.decimals), ''),
    assetCells: (asset: LedgerAsset): string[] => [
      asset.id,
      asset.token?.address_hash ?? '',
      asset.tokenId ?? '',
      asset.token?.symbol ?? asset.token?.name ?? (asset.token ? '' : coin.symbol),
      String(decimalsOf(asset, coin.decimals)),
    ],
  }
}
