/**
 * Stores keys in a file, encrypted by the system's keyring (the keychain of macOS). The keyring is first used when a
 * key is read or written: it may prompt a person, who may be absent. If it does not answer, or there is none, keys are
 * kept in memory until the program ends; each result says which.
 */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { safeStorage } from 'electron'
import * as z from 'zod/mini'
import { makeDataFolder, writePrivateFile } from '#platform/private-files.ts'

const vaultFile = z.object({
  /** The keyring that encrypted the file: no other can decrypt it. */
  backend: z.string(),
  /** Encrypted secrets in base64, by the core's id. */
  secrets: z.record(z.string(), z.string()),
})
type VaultFile = z.infer<typeof vaultFile>
type Kept = 'keyring' | 'session'

const id = z.string().check(z.minLength(1), z.maxLength(400))
const idInput = z.object({ id })
const setInput = z.object({ id, secret: z.string().check(z.minLength(1), z.maxLength(4_000)) })

/** The longest wait for a prompt that nobody answers; it is waited for once. */
const MAX_PROMPT_MS = 3_000
/** The prefix of a text that Chromium on Linux encrypted with a fixed key that is in its source code. */
const ENCRYPTED_FOR_ALL = 'v10'

/** Each method validates its input. It rejects if an existing key can't be read, or the disk can't be written. */
export interface KeyringVault {
  /** Where the next key would be stored. */
  kind(): Promise<Kept>
  get(input: unknown): Promise<{ readonly secret: string; readonly kept: Kept } | null>
  set(input: unknown): Promise<Kept>
  remove(input: unknown): Promise<null>
}

/** `path`: the file of encrypted secrets. Use it when the app is ready. */
export function openKeyringVault(path: string, log: (line: string) => void): KeyringVault {
  /** Keys that were set while no keyring was open. */
  const inMemory = new Map<string, string>()
  const keyring = createKeyring(log)
  let last: Promise<unknown> = Promise.resolve()
  /** Runs tasks one after another, because each reads and writes the whole file. */
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work)
    last = result.catch(() => undefined)
    return result
  }

  async function store(key: string, secret: string): Promise<Kept> {
    const backend = await keyring.name()
    const encrypted = backend === undefined ? undefined : await encrypt(secret)
    if (backend === undefined || encrypted === undefined) {
      inMemory.set(key, secret)
      return 'session'
    }
    const { secrets } = read(path)
    write(path, { backend, secrets: { ...secrets, [key]: encrypted.toString('base64') } })
    inMemory.delete(key)
    return 'keyring'
  }

  return {
    kind: async () => ((await keyring.name()) === undefined ? 'session' : 'keyring'),
    get: (input) =>
      enqueue(async () => {
        const { id } = idInput.parse(input)
        const own = inMemory.get(id)
        if (own !== undefined) return { secret: own, kept: 'session' }
        const { secrets } = read(path)
        // Without a key the keyring is not needed.
        const encrypted = Object.hasOwn(secrets, id) ? secrets[id] : undefined
        if (encrypted === undefined) return null
        if ((await keyring.name()) === undefined) throw new Error('No keyring is open.')
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(
          Buffer.from(encrypted, 'base64'),
        )
        return { secret: result, kept: shouldReEncrypt ? await store(id, result) : 'keyring' }
      }),
    set: (input) =>
      enqueue(() => {
        const { id, secret } = setInput.parse(input)
        return store(id, secret)
      }),
    remove: (input) =>
      enqueue(() => {
        const { id } = idInput.parse(input)
        inMemory.delete(id)
        const { backend, secrets } = read(path)
        const { [id]: removed, ...rest } = secrets
        if (removed !== undefined) write(path, { backend, secrets: rest })
        return Promise.resolve(null)
      }),
  }
}

/** The system's keyring, which is opened when its name is first needed. */
function createKeyring(log: (line: string) => void) {
  let name: string | undefined
  let unlocked: Promise<unknown> | undefined

  async function ask() {
    const answered = findKeyring().then((found) => {
      name = found
      if (found !== undefined) log(`Keyring: ${found}.`)
      else log('No keyring: keys are kept for this session only.')
    })
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => {
      log('The keyring does not answer: until it does, keys are kept for this session only.')
      late.resolve(undefined)
    }, MAX_PROMPT_MS)
    await Promise.race([answered, late.promise])
    clearTimeout(timer)
  }

  return {
    /** Undefined if there is none, or it has not answered yet. */
    async name(): Promise<string | undefined> {
      unlocked ??= ask()
      await unlocked
      return name
    },
  }
}

/** Undefined if there is none. Does not use the keyring. */
export function keyringName(): string | undefined {
  const name = process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : process.platform
  return name === 'basic_text' || name === 'unknown' ? undefined : name
}

/**
 * Undefined if there is no real keyring. The encryption shows it, because the name stays the same after a refusal.
 */
async function findKeyring(): Promise<string | undefined> {
  const name = keyringName()
  return name === undefined || (await encrypt('a probe')) === undefined ? undefined : name
}

/** Undefined if the keyring refuses, or if anybody could decrypt the result. */
async function encrypt(text: string): Promise<Buffer | undefined> {
  const encrypted = await safeStorage.encryptStringAsync(text).catch(() => undefined)
  const isForAll = process.platform === 'linux' && encrypted?.toString('latin1', 0, 3) === ENCRYPTED_FOR_ALL
  return isForAll ? undefined : encrypted
}

function read(path: string): VaultFile {
  const none = { backend: '', secrets: {} }
  try {
    const file = vaultFile.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return file.success ? file.data : none
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return none
    throw error
  }
}

function write(path: string, file: VaultFile) {
  makeDataFolder(dirname(path))
  writePrivateFile(path, JSON.stringify(file))
}
