import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useCommands } from '#renderer/stores/commands.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import BalanceAt from './BalanceAt.vue'

const HASH = `0x${'a'.repeat(40)}`
const open = () =>
  mountInApp(BalanceAt, { route: `/s/eth/address/${HASH}`, props: { source: 'eth', hash: HASH } })

test('the end of last year is two keys away', async () => {
  const { core, router } = await open()
  core.emit('settings.changed', { zone: 'utc' })
  const commands = useCommands()
  await expect
    .poll(() => commands.all.find(({ keys }) => keys === 'b')?.label)
    .toBe('Balance at a date and time')
  commands.run('ledger.balance-at')
  const year = String(new Date().getUTCFullYear() - 1)
  await expect.element(page.getByRole('button', { name: `End of last year (31 Dec ${year})` })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => router.currentRoute.value.query)
    .toEqual({ tab: 'ledger', at: `${year}-12-31T23:59:59` })
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
})

test('any date and time can be typed', async () => {
  const { router } = await open()
  await userEvent.click(page.getByRole('button', { name: 'Balance at' }))
  await userEvent.fill(page.getByLabelText(/^Date and time/), '2024-02-29T12:30:15')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => router.currentRoute.value.query)
    .toEqual({ tab: 'ledger', at: '2024-02-29T12:30:15' })
})
