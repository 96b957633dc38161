import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { isProKey, OFFICIAL_PRO } from '#shared/official-pro.ts'
import { ok, type ChainglassError, type Result } from '#shared/errors/errors.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { KeyState } from '#shared/rpc/contract/key-state.ts'
import type { Finding, Findings } from '#shared/rpc/contract/sources.ts'
import { useSourceHome } from '#renderer/entities/source/use-source-home.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import type { Part } from './describe-findings.ts'

interface Wanted {
  readonly text: string
  readonly part: Part
  readonly findings: Findings
  /** The name a person typed; empty for the source's own name. */
  readonly name: string
  /** For a node: folder with the artifacts of its contracts. */
  readonly folder: string
}

interface Added {
  readonly id: string
  readonly key?: KeyState
}

interface Adding {
  readonly add: (wanted: Wanted, use: boolean) => Promise<void>
  /** Adds a source without a check. `key`: asks for its key next. */
  readonly addUnasked: (input: CallInput<'sources.add'>, key: boolean) => Promise<void>
  readonly isBusy: Readonly<Ref<boolean>>
  readonly error: ShallowRef<ChainglassError | undefined>
}

/** Adds a source from its findings, and opens it if the person wants to use it. */
export function useAdding(done: () => void): Adding {
  const core = useCore()
  const router = useRouter()
  const goHome = useSourceHome()
  const toasts = useToasts()
  const isBusy = ref(false)
  const error = shallowRef<ChainglassError>()

  async function add(wanted: Wanted, use: boolean) {
    await finish(wanted.part === 'pro' ? addPro(wanted) : addOne(wanted), use)
  }

  async function addUnasked(input: CallInput<'sources.add'>, key: boolean) {
    await finish(core.call('sources.add', { ...input, unchecked: true }), false, key)
  }

  /** Adds one source and returns its id. */
  function addOne({ text, part, findings, name, folder }: Wanted): Promise<Result<Added>> {
    const named = name === '' ? {} : { name }
    if (part === 'node')
      return core.call('nodes.add', { rpcUrl: text, ...named, ...(folder === '' ? {} : { abiDir: folder }) })
    const known = foundOf(findings.explorer)?.known
    return known === undefined
      ? core.call('sources.add', { url: text, form: 'instance', ...named })
      : Promise.resolve(ok({ id: known }))
  }

  /** Adds an account with its first chain. A typed key goes to the core at once. */
  async function addPro({ text, findings, name }: Wanted): Promise<Result<Added>> {
    const found = foundOf(findings.pro)
    const isKey = isProKey(text)
    const isOfficial = isKey || found?.baseUrl === OFFICIAL_PRO.baseUrl
    const added = await core.call('sources.add', {
      url: isOfficial ? OFFICIAL_PRO.baseUrl : text,
      form: 'pro',
      ...(isOfficial ? { unchecked: true } : {}),
      ...(name === '' ? {} : { name }),
      ...(found?.chainId === undefined ? {} : { chainId: found.chainId }),
    })
    if (!added.ok || !isKey) return added
    const set = await core.call('keys.set', { id: accountOf(added.data.id), key: text })
    return set.ok ? ok({ id: added.data.id, key: set.data }) : set
  }

  async function finish(adding: Promise<Result<Added>>, use: boolean, key = false) {
    isBusy.value = true
    error.value = undefined
    const added = await adding
    isBusy.value = false
    if (!added.ok) {
      error.value = added.error
      return
    }
    const { id } = added.data
    done()
    if (key || (use && added.data.key?.state === 'none' && id !== accountOf(id)))
      await router.push({ name: 'sources', query: { key: accountOf(id) } })
    else if (use) {
      const used = await goHome(id)
      if (!used.ok) toasts.showError(used.error)
    } else await router.push({ name: 'sources' })
  }

  return { add, addUnasked, isBusy, error }
}

/** Id of the account of a Pro chain; for any other source, its own id. */
const accountOf = (id: string) => id.replace(/:\d+$/, '')

const foundOf = <T>(finding: Finding<T>) => (finding.state === 'found' ? finding.found : undefined)
