/**
 * Keys under the system's keyring. The file holds what the keyring has encrypted, and nothing without it; where there is
 * no real keyring there is no vault, and keys live as long as the program.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { safeStorage } from 'electron'
import * as z from 'zod/mini'

const vaultFile = z.object({
  /** Which keyring wrote it, for the one who wonders why another can't read it. */
  backend: z.string(),
  /** By the core's id: base64 of what the keyring made of the secret. */
  secrets: z.record(z.string(), z.string()),
})
type VaultFile = z.infer<typeof vaultFile>

const id = z.string().check(z.minLength(1), z.maxLength(400))
const asked = z.object({ id })
const set = z.object({ id, secret: z.string().check(z.minLength(1), z.maxLength(4_000)) })

export interface HostVault {
  get(input: unknown): Promise<string | null>
  set(input: unknown): Promise<null>
  remove(input: unknown): Promise<null>
}

/** The keyring's name; undefined where it is none: then what it "encrypts" anyone can read. After the app is ready. */
export async function keyringBackend(): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const backend = safeStorage.getSelectedStorageBackend()
    if (backend === 'basic_text' || backend === 'unknown') return undefined
    return (await isAvailable()) ? backend : undefined
  }
  return (await isAvailable()) ? process.platform : undefined
}

const isAvailable = () => safeStorage.isAsyncEncryptionAvailable().catch(() => false)

/** `path`: the file of encrypted secrets. Each answer rejects where the keyring is locked or the disk can't be written. */
export function openVault(path: string, backend: string): HostVault {
  let last: Promise<unknown> = Promise.resolve()
  /** One after another: each reads and writes the whole file. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }

  async function keep(key: string, secret: string) {
    const encrypted = await safeStorage.encryptStringAsync(secret)
    const file = read(path, backend)
    write(path, { backend, secrets: { ...file.secrets, [key]: encrypted.toString('base64') } })
    return null
  }

  return {
    get: (input) =>
      inTurn(async () => {
        const { id } = asked.parse(input)
        const { secrets } = read(path, backend)
        const encrypted = Object.hasOwn(secrets, id) ? secrets[id] : undefined
        if (encrypted === undefined) return null
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(
          Buffer.from(encrypted, 'base64'),
        )
        if (shouldReEncrypt) await keep(id, result)
        return result
      }),
    set: (input) =>
      inTurn(() => {
        const { id, secret } = set.parse(input)
        return keep(id, secret)
      }),
    remove: (input) =>
      inTurn(() => {
        const { id } = asked.parse(input)
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
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, JSON.stringify(file), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
