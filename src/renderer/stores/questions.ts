import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { NewQuestion, SavedQuestion } from '#shared/rpc/contract/questions.ts'
import type { ChainglassError } from '#shared/rpc/errors.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useToasts } from './toasts.ts'

/** The saved questions as the core tells them, from the first use on: the first load does without. */
export const useQuestions = defineStore('questions', () => {
  const core = useCore()
  const toasts = useToasts()
  const all = shallowRef<readonly SavedQuestion[]>([])

  core.subscribe('questions.changed', {}, (next) => {
    all.value = next
  })

  /** Gives the error to who can show it beside what was typed. */
  async function save(question: NewQuestion): Promise<ChainglassError | undefined> {
    const response = await core.call('questions.save', question)
    if (!response.ok) return response.error
    const { id, name } = response.data
    toasts.show(`“${name}” is saved.`, async () => {
      const removed = await core.call('questions.remove', { id })
      if (!removed.ok) toasts.showError(removed.error)
    })
    return undefined
  }

  async function rename({ id, name: before }: SavedQuestion, name: string) {
    if (name === '' || name === before) return
    const response = await core.call('questions.rename', { id, name })
    if (!response.ok) {
      toasts.showError(response.error)
      return
    }
    toasts.show(`“${before}” is now “${name}”.`, async () => {
      const undone = await core.call('questions.rename', { id, name: before })
      if (!undone.ok) toasts.showError(undone.error)
    })
  }

  async function remove({ id, ...question }: SavedQuestion) {
    const response = await core.call('questions.remove', { id })
    if (!response.ok) {
      toasts.showError(response.error)
      return
    }
    toasts.show(`“${question.name}” is deleted.`, async () => {
      const restored = await core.call('questions.save', question)
      if (!restored.ok) toasts.showError(restored.error)
    })
  }

  return { all, save, rename, remove }
})
