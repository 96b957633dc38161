import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import type { NewQuestion, SavedQuestion } from '#shared/rpc/contract/questions.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useOpenCase } from './cases/open-case.ts'
import { useToasts } from './toasts.ts'

/** The saved questions of the core. Loaded on first use, so not part of the first load. */
export const useQuestions = defineStore('questions', () => {
  const core = useCore()
  const toasts = useToasts()
  const openCase = useOpenCase()
  const all = shallowRef<readonly SavedQuestion[]>([])

  core.subscribe('questions.changed', {}, (next) => {
    all.value = next
  })

  /** Adds a question to the open case, so that its file contains it. */
  function saveInCase(question: NewQuestion) {
    if (openCase.id !== null && !openCase.isReadOnly)
      void core.call('cases.saveQuestion', { id: openCase.id, question })
  }
  /** Returns whether the question belonged to the open case. */
  async function removeFromCase(name: string): Promise<boolean> {
    if (openCase.id === null || openCase.isReadOnly) return false
    const removed = await core.call('cases.removeQuestion', { id: openCase.id, name })
    return removed.ok && removed.data
  }

  async function renameInCase(before: string, question: NewQuestion) {
    if (await removeFromCase(before)) saveInCase(question)
  }

  /** Saves a question. Returns the error, so that the caller can show it beside the field. */
  async function save(question: NewQuestion): Promise<ChainglassError | undefined> {
    const response = await core.call('questions.save', question)
    if (!response.ok) return response.error
    const { id, name } = response.data
    saveInCase({ ...question, name })
    toasts.show($gettext('“%{name}” is saved.', { name }), async () => {
      const removed = await core.call('questions.remove', { id })
      if (removed.ok) void removeFromCase(name)
      else toasts.showError(removed.error)
    })
    return undefined
  }

  async function rename({ id, name: before, ...question }: SavedQuestion, name: string) {
    if (name === '' || name === before) return
    const response = await core.call('questions.rename', { id, name })
    if (!response.ok) {
      toasts.showError(response.error)
      return
    }
    void renameInCase(before, { ...question, name })
    toasts.show($gettext('“%{before}” is now “%{name}”.', { before, name }), async () => {
      const undone = await core.call('questions.rename', { id, name: before })
      if (undone.ok) void renameInCase(name, { ...question, name: before })
      else toasts.showError(undone.error)
    })
  }

  async function remove({ id, ...question }: SavedQuestion) {
    const response = await core.call('questions.remove', { id })
    if (!response.ok) {
      toasts.showError(response.error)
      return
    }
    const wasOfCase = await removeFromCase(question.name)
    toasts.show($gettext('“%{name}” is deleted.', { name: question.name }), async () => {
      const restored = await core.call('questions.save', question)
      if (restored.ok && wasOfCase) saveInCase({ ...question, name: restored.data.name })
      else if (!restored.ok) toasts.showError(restored.error)
    })
  }

  return { all, save, rename, remove }
})
