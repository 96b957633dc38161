import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import TimeChart, { type TimeSeries } from './TimeChart.vue'

const DAY_MS = 86_400_000
const times = Array.from({ length: 40 }, (_, at) => Date.UTC(2026, 0, 1) + at * DAY_MS)
const series: TimeSeries[] = [
  { label: 'Balance', values: times.map((_, at) => at * at), kind: 'steps', color: '--accent' },
]
const props = {
  label: 'Balance by day',
  times,
  end: times.at(-1)! + DAY_MS,
  zone: 'utc' as const,
  series,
  describe: (at: number) => `day ${String(at)}`,
  formatTicks: (values: readonly number[]) => values.map(String),
}
async function mountChart(more: Partial<typeof props> = {}) {
  const { wrapper, element } = await mountInApp(TimeChart, { props: { ...props, ...more } })
  const chart = page.getByRole('slider', { name: 'Balance by day' })
  await expect.element(chart).toBeVisible()
  return { wrapper, element, chart }
}
/** The colours in a chart. A chart with lines or bars has many. */
function coloursOf(element: Element): Set<string> {
  const canvas = element.querySelector('canvas')!
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
  const colours = new Set<string>()
  for (let at = 0; at < data.length; at += 4)
    if (data[at + 3] === 255) colours.add([...data.slice(at, at + 3)].join(' '))
  return colours
}

test('arrow keys go from point to point, which is said, and Enter picks it', async () => {
  const { wrapper, chart } = await mountChart()
  await expect.element(chart).toHaveAttribute('aria-valuetext', 'day 39')
  ;(chart.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(wrapper.emitted('pick')).toBeUndefined()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{PageDown}')
  await expect.element(chart).toHaveAttribute('aria-valuetext', 'day 27')
  await userEvent.keyboard('{Enter}')
  expect(wrapper.emitted('pick')).toEqual([[27]])
  await userEvent.keyboard('{Home}{ArrowLeft}')
  await expect.element(chart).toHaveAttribute('aria-valuenow', '0')
  await userEvent.keyboard('{End}{ArrowRight}')
  await expect.element(chart).toHaveAttribute('aria-valuenow', '39')
})

test('a span that is dragged over is told by its first and last point', async () => {
  const { wrapper, element } = await mountChart()
  await expect.poll(() => element.querySelector('.u-over')?.clientWidth ?? 0).toBeGreaterThan(100)
  const over = element.querySelector('.u-over')!
  const { width } = over.getBoundingClientRect()
  await userEvent.dragAndDrop(over, over, {
    sourcePosition: { x: width * 0.25, y: 20 },
    targetPosition: { x: width * 0.5, y: 20 },
  })
  await expect.poll(() => wrapper.emitted('range')).toHaveLength(1)
  const [first, last] = wrapper.emitted('range')![0] as [number, number]
  expect(first).toBeGreaterThan(8)
  expect(first).toBeLessThan(12)
  expect(last).toBeGreaterThan(18)
  expect(last).toBeLessThan(22)
})

test('it is drawn in the colours of the theme, and again when that changes', async () => {
  const root = document.documentElement
  root.dataset.theme = 'light'
  const { element } = await mountChart()
  await expect.poll(() => coloursOf(element).size).toBeGreaterThan(1)
  const light = coloursOf(element)
  root.dataset.theme = 'dark'
  await expect
    .poll(() => [...coloursOf(element)].filter((colour) => !light.has(colour)).length)
    .toBeGreaterThan(0)
  delete root.dataset.theme
})

test('other numbers take the place of the first', async () => {
  const { wrapper, chart } = await mountChart()
  await wrapper.setProps({ times: times.slice(0, 3), series: [{ ...series[0]!, values: [1, 2, 3] }] })
  await expect.element(chart).toHaveAttribute('aria-valuemax', '2')
  await wrapper.setProps({ times: [], series: [{ ...series[0]!, values: [] }] })
  await expect.element(chart).toHaveAttribute('aria-valuetext', 'nothing')
})
