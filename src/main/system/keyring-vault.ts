/**
 * Stores keys, encrypted by the system's keyring, in a file that is of no use without it. The keyring is asked when a key
 * is first read or written: it may ask a person, who need not be there. Where it does not answer, or there is none, keys
 * are kept in memory until the program ends, and each answer says which it is.
 */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { safeStorage } from 'electron'
import * as z from 'zod/mini'
import { makeDataFolder, writePrivateFile } from '#platform/private-files.ts'

const vaultFile = z.object({
  /** The keyring that wrote it: another can't read it. */
  backend: z.string(),
  /** By the core's id: the encrypted secret in base64. */
  secrets: z.record(z.string(), z.string()),
})
type VaultFile = z.infer<typeof vaultFile>
type Kept = 'keyring' | 'session'

const id = z.string().check(z.minLength(1), z.maxLength(400))
const idInput = z.object({ id })
const setInput = z.object({ id, secret: z.string().check(z.minLength(1), z.maxLength(4_000)) })

/** A prompt that nobody answers keeps nobody waiting longer, and only once. */
const MAX_PROMPT_MS = 3_000
/** What Chromium on Linux writes before a text that it could encrypt with a key of its sources only. */
const ENCRYPTED_FOR_ALL = 'v10'

/** Each method checks its input, and rejects where a key that is there can't be read, or the disk can't be written. */
export interface KeyringVault {
  /** Where a key that is set now is kept. */
  kind(): Promise<Kept>
  get(input: unknown): Promise<{ readonly secret: string; readonly kept: Kept } | null>
  set(input: unknown): Promise<Kept>
  remove(input: unknown): Promise<null>
}

/** `path`: the file of encrypted secrets. To be used when the app is ready. */
export function openKeyringVault(path: string, log: (line: string) => void): KeyringVault {
  /** What no keyring has: set while none was open. */
  const inMemory = new Map<string, string>()
  const keyring = createKeyring(log)
  let last: Promise<unknown> = Promise.resolve()
  /** Runs one after another: each reads and writes the whole file. */
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
        // Without a key the keyring is not asked.
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

/** The system's keyring, asked when its name is first wanted. */
function createKeyring(log: (line: string) => void) {
  let name: string | undefined
  let asked: Promise<unknown> | undefined

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
    /** Undefined where there is none, or it has not answered yet. */
    async name(): Promise<string | undefined> {
      asked ??= ask()
      await asked
      return name
    },
  }
}

/** Undefined where there is none. It is not asked anything yet. */
export function keyringName(): string | undefined {
  const name = process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : process.platform
  return name === 'basic_text' || name === 'unknown' ? undefined : name
}

/** Undefined where there is no real one. That shows in what it encrypts: its name stays after a refusal. */
async function findKeyring(): Promise<string | undefined> {
  const name = keyringName()
  return name === undefined || (await encrypt('a probe')) === undefined ? undefined : name
}

/** Undefined where the keyring refuses, or where anybody could read what it wrote. */
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
