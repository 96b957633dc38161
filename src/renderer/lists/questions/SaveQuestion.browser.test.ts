import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail } from '#shared/errors/errors.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import SaveQuestion from './SaveQuestion.vue'

test('what is asked is saved with its place by keyboard, and what is refused is said beside the name', async () => {
  const core = createScriptedCore()
  let isRefused = true
  core.handle('questions.save', (question) =>
    isRefused
      ? fail({ code: 'invalid_input', field: 'name', reason: 'question_exists' })
      : { ...question, id: 4 },
  )
  core.handle('questions.remove', () => null)
  const scope = { of: 'everything' } as const
  const text = 'amount>5   failed'
  const { element } = await mountInApp(SaveQuestion, {
    core,
    props: { text, scope },
    route: '/kept?kind=transaction&q=amount%3E5+++failed',
  })
  core.emit('questions.changed', [{ id: 1, name: 'amount>5 failed', text, path: '/kept', scope, seen: null }])
  element.focus()
  await userEvent.keyboard('{Enter}')
  const name = page.getByRole('textbox', { name: 'Name of the question' })
  await expect.element(name).toHaveValue('amount>5 failed 2')
  await expect.element(name).toHaveFocus()
  await expect.poll(() => document.getSelection()?.toString()).toBe('amount>5 failed 2')
  await userEvent.keyboard('Large and failed{Enter}')
  await expect
    .poll(() => document.querySelector('[role=alert]')?.textContent)
    .toMatch(/question\sof\sthis\sname\salready/)
  isRefused = false
  await userEvent.keyboard('{Enter}')
  await expect.element(name).not.toBeInTheDocument()
  const saved = { name: 'Large and failed', text, path: '/kept?kind=transaction', scope, seen: null }
  expect(core.inputsOf('questions.save')).toEqual([saved, saved])
  await expect.poll(() => useToasts().last?.message).toBe('“Large and failed” is saved.')
  await useToasts().last?.undo?.()
  expect(core.inputsOf('questions.remove')).toEqual([{ id: 4 }])
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveFocus()
})
