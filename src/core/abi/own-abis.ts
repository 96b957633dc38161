/** The ABIs that a person added, for one contract or for all. */
import {
  parseSignatures,
  selectorOf,
  wholeSignature,
  type AbiItem,
  type AbiItemKind,
} from '#shared/abi/abi-item.ts'
import { AbiIndex } from '#shared/abi/abi-index.ts'
import type { Candidate } from '#shared/abi/candidate.ts'
import { readAbiFile } from '#shared/abi/read-abi-file.ts'
import { createEmitter } from '#shared/emitter.ts'
import { MAX_ABI_LENGTH, type OwnAbi } from '#shared/rpc/contract/abi.ts'
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { codeHashOf, type CalledCode } from './code-hash.ts'
import type { ContractAbi } from './contract-abis.ts'
import type { Database } from '#platform/sqlite/database.ts'

export interface NewAbi {
  readonly name: string
  readonly text: string
  readonly chainId: string | null
  readonly address: string | null
  /** The code that the contract runs, in hex: its own, and that of what stands behind it. */
  readonly codes?: readonly string[]
}

interface Row {
  readonly id: number
  readonly name: string
  readonly chain_id: string
  readonly address: string
  readonly signatures: string
  readonly code_hash: string
}

export interface OwnAbis {
  list(): readonly OwnAbi[]
  /** All ABIs with their content, for an export. */
  exported(): readonly Omit<Row, 'id' | 'code_hash'>[]
  /** Adds an ABI. Throws `ChainglassFailure` if nothing of it can be read. */
  add(abi: NewAbi): OwnAbi
  remove(id: number): void
  /**
   * Candidates for a selector: from ABIs of the contract and of the code it runs, also where they were added for another
   * contract with the same code, then from ABIs for all contracts. `chainId` is undefined if unknown.
   */
  candidates(
    kind: AbiItemKind,
    selector: string,
    called: CalledCode,
    chainId: string | undefined,
  ): readonly Candidate[]
  /** The ABIs of this contract, without those for all contracts. */
  ofContract(called: CalledCode, chainId: string | undefined): readonly ContractAbi[]
  /** Call it after the table was changed elsewhere. */
  reload(): void
  onChange(listener: (abis: readonly OwnAbi[]) => void): () => void
}

interface Kept {
  readonly abi: OwnAbi
  readonly codeHash: string
  readonly signatures: string
  /** Parsed at the first lookup: windows get the list of ABIs before they paint and must not wait. */
  readonly index: () => AbiIndex
}

export const MAX_ABIS = 500

export function createOwnAbis(store: Database): OwnAbis {
  const changes = createEmitter<readonly OwnAbi[]>()
  let kept: readonly Kept[] | undefined
  const read = (before: readonly Kept[] = []) =>
    store.all<Row>('SELECT * FROM own_abis ORDER BY name, id').map((row) => {
      const same = before.find(({ abi, signatures }) => abi.id === row.id && signatures === row.signatures)
      return keep(row, same?.index)
    })
  const all = () => (kept ??= read())
  const list = () => all().map(({ abi }) => abi)
  /** The ABIs that may apply to a contract. */
  const abisOf = ({ addresses, codeHashes }: CalledCode, chainId: string | undefined) =>
    all().filter(
      ({ abi, codeHash }) =>
        codeHashes.includes(codeHash) ||
        ((abi.address === null || addresses.includes(abi.address)) &&
          (abi.chainId === null || abi.chainId === chainId)),
    )
  const reload = () => {
    kept = read(kept)
    changes.emit(list())
  }

  return {
    list,
    exported: () =>
      store.all<Omit<Row, 'id' | 'code_hash'>>(
        'SELECT name, chain_id, address, signatures FROM own_abis ORDER BY name, id',
      ),
    reload,
    onChange: (listener) => changes.on(listener),
    add({ name, text, chainId, address, codes = [] }) {
      if (text.length > MAX_ABI_LENGTH)
        throw refuse({ kind: 'file_too_large', bytes: text.length, maxBytes: MAX_ABI_LENGTH })
      const items = readAbiFile(text)
      if (items.length === 0) throw refuse('file_without_abi')
      const place = [plainName(name, 100) || 'ABI', chainId ?? '', address?.toLowerCase() ?? ''] as const
      const id = store.transaction(() => {
        store.run('DELETE FROM own_abis WHERE name = ? AND chain_id = ? AND address = ?', ...place)
        const count = store.get<{ count: number }>('SELECT count(*) AS count FROM own_abis')?.count ?? 0
        if (count >= MAX_ABIS) throw refuse({ kind: 'too_many_abis', max: MAX_ABIS })
        return store.get<{ id: number }>(
          'INSERT INTO own_abis (name, chain_id, address, signatures, code_hash) VALUES (?, ?, ?, ?, ?) RETURNING id',
          ...place,
          items.map(wholeSignature).join('\n'),
          hashOfCode(codes, items),
        )?.id
      })
      reload()
      const added = all().find(({ abi }) => abi.id === id)
      if (!added) throw new Error('An ABI that was added is not there.')
      return added.abi
    },
    remove(id) {
      store.run('DELETE FROM own_abis WHERE id = ?', id)
      reload()
    },
    candidates(kind, selector, called, chainId) {
      const found: Candidate[] = []
      for (const { abi, index } of abisOf(called, chainId)) {
        const item = index().find(kind, selector)
        if (item) found.push({ item, origin: 'own', from: abi.name, isCertain: abi.address !== null })
      }
      return found.sort((one, other) => Number(other.isCertain) - Number(one.isCertain))
    },
    ofContract: (called, chainId) =>
      abisOf(called, chainId).flatMap(({ abi, index }) =>
        abi.address === null ? [] : [{ name: abi.name, index: index() }],
      ),
  }
}

function keep(
  { id, name, chain_id: chainId, address, signatures, code_hash: codeHash }: Row,
  known?: () => AbiIndex,
): Kept {
  const lines = signatures.split('\n')
  const count = (kind: AbiItemKind) => lines.filter((line) => line.startsWith(`${kind} `)).length
  let index: AbiIndex | undefined
  return {
    abi: {
      id,
      name,
      chainId: chainId === '' ? null : chainId,
      address: address === '' ? null : address,
      functions: count('function'),
      events: count('event'),
      errors: count('error'),
    },
    ...{ signatures, codeHash },
    index: known ?? (() => (index ??= new AbiIndex(parseSignatures(signatures)))),
  }
}

/**
 * The hash of the code that the ABI is of: it compares with one of its selectors. An ABI that is kept for a proxy is not of
 * the proxy's own code, which proxies of other contracts have, too. Empty if there is none.
 */
function hashOfCode(codes: readonly string[], items: readonly AbiItem[]): string {
  const compared = items.flatMap((item) =>
    item.kind === 'function' ? [`63${selectorOf(item).slice(2)}`] : [],
  )
  const code = codes.find((one) => compared.some((selector) => one.toLowerCase().includes(selector)))
  return (code && codeHashOf(code)) ?? ''
}

const refuse = (reason: InputReason) =>
  new ChainglassFailure({ code: 'invalid_input', field: 'file', reason })
