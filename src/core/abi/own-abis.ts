/** The ABIs that a person added, for one contract or for all. */
import { parseSignatures, wholeSignature, type AbiItemKind } from '#shared/abi/abi-item.ts'
import { AbiIndex } from '#shared/abi/abi-index.ts'
import type { Candidate } from '#shared/abi/candidate.ts'
import { readAbiFile } from '#shared/abi/read-abi-file.ts'
import { createEmitter } from '#shared/emitter.ts'
import { MAX_ABI_LENGTH, type OwnAbi } from '#shared/rpc/contract/abi.ts'
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { invalidInput } from '#shared/errors/failure.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { hashOfComparing, type CalledCode } from './code-hash.ts'
import type { ContractAbi } from './contract-abis.ts'
import type { Database } from '#platform/sqlite/database.ts'

export interface NewAbi {
  readonly name: string
  readonly text: string
  readonly chainId: string | null
  readonly address: string | null
  /** Hash of the contract's code, if the code is known. */
  readonly codeHash?: string
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
  exported(): readonly Omit<Row, 'id'>[]
  /** Adds an ABI. Throws `ChainglassFailure` if nothing of it can be read. */
  add(abi: NewAbi): OwnAbi
  /**
   * Keeps the ABI for the code that it is of, too, so that it names copies. `codes`: what its contract runs, in hex: its
   * own, and that of what stands behind it. An ABI that is kept for a proxy is not of the proxy's own code, which proxies
   * of other contracts have, too.
   */
  learnCode(id: number, codes: readonly string[]): void
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
  const abisOf = (called: CalledCode, chainId: string | undefined) => applying(all(), called, chainId)
  const reload = () => {
    kept = read(kept)
    changes.emit(list())
  }

  return {
    list,
    exported: () =>
      store.all<Omit<Row, 'id'>>(
        'SELECT name, chain_id, address, signatures, code_hash FROM own_abis ORDER BY name, id',
      ),
    reload,
    onChange: (listener) => changes.on(listener),
    add({ name, text, chainId, address, codeHash = '' }) {
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
          codeHash,
        )?.id
      })
      reload()
      const added = all().find(({ abi }) => abi.id === id)
      if (!added) throw new Error('An ABI that was added is not there.')
      return added.abi
    },
    learnCode(id, codes) {
      const kept = all().find(({ abi }) => abi.id === id)
      if (!kept) return
      const hash = hashOfComparing(
        codes,
        [...kept.index().all('function')].map(([selector]) => selector),
      )
      if (hash === undefined) return
      store.run('UPDATE own_abis SET code_hash = ? WHERE id = ?', hash, id)
      reload()
    },
    remove(id) {
      store.run('DELETE FROM own_abis WHERE id = ?', id)
      reload()
    },
    candidates(kind, selector, called, chainId) {
      return abisOf(called, chainId).flatMap(({ abi, index }) => {
        const item = index().find(kind, selector)
        return item ? [{ item, origin: 'own', from: abi.name, isCertain: abi.address !== null }] : []
      })
    },
    ofContract: (called, chainId) =>
      abisOf(called, chainId).flatMap(({ abi, index }) =>
        abi.address === null ? [] : [{ name: abi.name, index: index() }],
      ),
  }
}

/** The ABIs that may apply to a contract: its own first, then those of its code, then those for all. */
function applying(
  kept: readonly Kept[],
  { addresses, codeHashes }: CalledCode,
  chainId: string | undefined,
): readonly Kept[] {
  const hashes = kept.some(({ codeHash }) => codeHash !== '') ? codeHashes() : []
  const here = kept.filter(({ abi }) => abi.chainId === null || abi.chainId === chainId)
  const found = [
    ...here.filter(({ abi }) => abi.address !== null && addresses.includes(abi.address)),
    ...kept.filter(({ codeHash }) => hashes.includes(codeHash)),
    ...here.filter(({ abi }) => abi.address === null),
  ]
  return [...new Set(found)]
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

const refuse = (reason: InputReason) => invalidInput('file', reason)
