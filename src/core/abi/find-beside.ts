import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A file that lies in this folder, or beside the bundle that this file is a part of. Undefined where it is gone. */
export const findBeside = (...names: readonly string[]): string | undefined =>
  names
    .flatMap((name) => ['.', '..'].map((folder) => join(import.meta.dirname, folder, name)))
    .find((file) => existsSync(file))
