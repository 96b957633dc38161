/**
 * Stores keys, encrypted by the system's keyring, in a file that is of no use without it. Where there is no real keyring
 * there is no vault, and keys are kept until the program ends.
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

const id = z.string().check(z.minLength(1), z.maxLength(400))
const idInput = z.object({ id })
const setInput = z.object({ id, secret: z.string().check(z.minLength(1), z.maxLength(4_000)) })

/** Each method checks its input, and rejects where the keyring is locked or the disk can't be written. */
export interface KeyringVault {
  get(input: unknown): Promise<string | null>
  set(input: unknown): Promise<null>
  remove(input: unknown): Promise<null>
}

/**
 * The keyring's name; undefined where there is no real one: anyone could read what such a one encrypts. To be called
 * when the app is ready.
 */
export async function findKeyringBackend(): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const backend = safeStorage.getSelectedStorageBackend()
    if (backend === 'basic_text' || backend === 'unknown') return undefined
    return (await isAvailable()) ? backend : undefined
  }
  return (await isAvailable()) ? process.platform : undefined
}

const isAvailable = () => safeStorage.isAsyncEncryptionAvailable().catch(() => false)

/** `path`: the file of encrypted secrets. */
export function openKeyringVault(path: string, backend: string): KeyringVault {
  let last: Promise<unknown> = Promise.resolve()
  /** Runs one after another: each reads and writes the whole file. */
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work)
    last = result.catch(() => undefined)
    return result
  }

  async function store(key: string, secret: string) {
    const encrypted = await safeStorage.encryptStringAsync(secret)
    const file = read(path, backend)
    write(path, { backend, secrets: { ...file.secrets, [key]: encrypted.toString('base64') } })
    return null
  }

  return {
    get: (input) =>
      enqueue(async () => {
        const { id } = idInput.parse(input)
        const { secrets } = read(path, backend)
        const encrypted = Object.hasOwn(secrets, id) ? secrets[id] : undefined
        if (encrypted === undefined) return null
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(
          Buffer.from(encrypted, 'base64'),
        )
        if (shouldReEncrypt) await store(id, result)
        return result
      }),
    set: (input) =>
      enqueue(() => {
        const { id, secret } = setInput.parse(input)
        return store(id, secret)
      }),
    remove: (input) =>
      enqueue(() => {
        const { id } = idInput.parse(input)
        const { secrets } = read(path, backend)
        const { [id]: _removed, ...rest } = secrets
        write(path, { backend, secrets: rest })
        return Promise.resolve(null)
      }),
  }
}

function read(path: string, backend: string): VaultFile {
  const none = { backend, secrets: {} }
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
