import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { listEndpoint } from '#shared/lists/list-table.ts'
import { wordsFor } from '#shared/query/check-query.ts'
import type { RowScope } from '#shared/rpc/contract/rows.ts'
import type { SavedQuestion } from '#shared/rpc/contract/questions.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { isOpenAt, questionRoute } from '#renderer/lists/questions/question-route.ts'
import { useKeep } from '#renderer/stores/keep.ts'
import { useQuestions } from '#renderer/stores/questions.ts'
import { useSettings } from '#renderer/stores/settings.ts'

/** Maximum number of questions whose rows are counted. */
const MAX_COUNTED = 20
const PAUSE_MS = 60_000

/**
 * Counts the rows that each question has more than when it was last opened. Counts when the window opens, and at most once
 * a minute while the window is used or lists are kept, because rows arrive then.
 */
export function useQuestionNews() {
  const core = useCore()
  const questions = useQuestions()
  const keep = useKeep()
  const settings = useSettings()
  const route = useRoute()
  const router = useRouter()
  const counts = shallowRef<ReadonlyMap<number, number>>(new Map())
  const opened = computed(
    () => questions.all.find((question) => isOpenAt(route, questionRoute(router, question)))?.id,
  )
  let isGone = false
  let countedAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  function textOf({ scope, text }: SavedQuestion): string {
    const isFolded = settings.foldScam && scope.of === 'list' && knowsScam(scope)
    return isFolded ? `(${text}) -scam` : text
  }
  /** Counts one question. Without kept rows there is no count. */
  async function count(question: SavedQuestion) {
    const answer = await core.call('rows.find', {
      scope: question.scope,
      text: textOf(question),
      zone: settings.zone,
      sort: null,
      offset: 0,
      limit: 0,
    })
    if (isGone || !answer.ok || answer.data.errors.length > 0 || answer.data.loaded === 0) return
    const { data } = answer
    const rows =
      question.scope.of === 'list' ? data.count : data.kinds.reduce((sum, kind) => sum + kind.count, 0)
    counts.value = new Map(counts.value).set(question.id, rows)
    if (question.id === opened.value) await see(question.id)
  }
  async function see(id: number) {
    const seen = counts.value.get(id)
    const known = questions.all.find((question) => question.id === id)?.seen
    // Another window may have deleted the question; then nothing is stored.
    if (seen !== undefined && known !== undefined && known !== seen)
      await core.call('questions.see', { id, seen })
  }
  async function countAll() {
    countedAt = performance.now()
    for (const question of questions.all.slice(0, MAX_COUNTED)) await count(question)
  }
  function countSoon() {
    if (timer !== undefined || questions.all.length === 0) return
    timer = setTimeout(
      () => {
        timer = undefined
        void countAll()
      },
      Math.max(0, countedAt + PAUSE_MS - performance.now()),
    )
  }
  async function countOne(id: number | undefined) {
    const question = questions.all.find((one) => one.id === id)
    if (!question) return
    await count(question)
    await see(question.id)
  }

  watch([() => questions.all.length, () => keep.jobs, () => route.fullPath], countSoon, { immediate: true })
  // Rows that arrived while a question was open count as seen.
  watch(opened, (now, before) => void Promise.all([now, before].map(countOne)), { immediate: true })
  onScopeDispose(() => {
    isGone = true
    clearTimeout(timer)
  })

  const newRows = ({ id, seen }: SavedQuestion): number =>
    seen === null ? 0 : Math.max(0, (counts.value.get(id) ?? 0) - seen)
  return { opened, newRows }
}

const knowsScam = ({ list }: RowScope & { readonly of: 'list' }) =>
  wordsFor(listEndpoint(list).resource, { ownAddress: undefined }).includes('scam')
