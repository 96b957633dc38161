import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Path of a file in this folder, or beside the bundle with this module; undefined if there is none. */
export const findProgramFile = (...names: readonly string[]): string | undefined =>
  names
    .flatMap((name) => ['.', '..'].map((folder) => join(import.meta.dirname, folder, name)))
    .find((file) => existsSync(file))
