import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { ChainglassError, Result } from '#shared/errors/errors.ts'

/** The core's answer to a question that changes. The last answer stays until the next one arrives. */
export function useAnswer<Asked, Answer>(
  question: () => Asked,
  ask: (asked: Asked, signal: AbortSignal) => Promise<Result<Answer>>,
): {
  readonly answer: Readonly<ShallowRef<Answer | undefined>>
  readonly error: Readonly<ShallowRef<ChainglassError | undefined>>
  readonly read: () => Promise<void>
} {
  const answer = shallowRef<Answer>()
  const error = shallowRef<ChainglassError>()
  let abort = new AbortController()
  async function read() {
    abort.abort()
    const { signal } = (abort = new AbortController())
    const said = await ask(question(), signal)
    if (signal.aborted) return
    error.value = said.ok ? undefined : said.error
    if (said.ok) answer.value = said.data
  }
  watch(() => JSON.stringify(question()), read, { immediate: true })
  onScopeDispose(() => {
    abort.abort()
  })
  return { answer, error, read }
}
