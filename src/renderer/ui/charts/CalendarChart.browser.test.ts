import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import CalendarChart from './CalendarChart.vue'

const days = new Map([
  ['2024-02-29', 3],
  ['2025-01-01', 1],
  ['2025-12-31', 900],
])
const open = () =>
  mountInApp(CalendarChart, {
    props: { label: 'Activity', days, describe: (day: string, count: number) => `${day}: ${String(count)}` },
  })

test('the newest year comes first, and each year has all of its days under their weekday', async () => {
  const { element } = await open()
  const year = (name: string) => page.getByRole('slider', { name: `Activity, ${name}` })
  await expect.element(year('2025')).toHaveAttribute('aria-valuemax', '364')
  await expect.element(page.getByRole('button', { name: 'Year after' })).toBeDisabled()
  await userEvent.click(page.getByRole('button', { name: 'Year before' }))
  await expect.element(year('2024')).toHaveAttribute('aria-valuemax', '365')
  await expect.element(year('2024')).toHaveAttribute('aria-valuetext', '2024-02-29: 3')
  // A Thursday: the fourth row below the months.
  const leap = element.querySelector<HTMLElement>('[data-at="59"]')!
  expect(leap.style.gridRow).toBe(String(3 + 2))
  await expect.element(page.getByRole('button', { name: 'Year before' })).toBeDisabled()
})

test('a day is picked by a click or by Enter, and one on which nothing happened is not', async () => {
  const { wrapper, element } = await open()
  const chart = page.getByRole('slider', { name: 'Activity, 2025' })
  ;(chart.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}{Home}{Enter}{ArrowDown}{Enter}')
  expect(wrapper.emitted('pick')).toEqual([['2025-12-31'], ['2025-01-01']])
  await expect.element(chart).toHaveAttribute('aria-valuetext', '2025-01-02: 0')
  await userEvent.click(element.querySelector('[data-at="0"]')!)
  expect(wrapper.emitted('pick')).toHaveLength(3)
})
