/**
 * Jazzer counts the branches of JavaScript modules only: TypeScript comes to its loader without types. Loaded by
 * `--import`, so that it is registered before that one, and called behind it.
 */
import { register, stripTypeScriptTypes } from 'node:module'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) register(import.meta.url)

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  if (loaded.format !== 'module-typescript' || !loaded.source) return loaded
  return {
    ...loaded,
    format: 'module',
    source: stripTypeScriptTypes(new TextDecoder().decode(loaded.source)),
  }
}
