import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { defineComponent, h, shallowRef } from 'vue'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { useAddressHighlight } from './use-address-highlight.ts'

const OWN = `0x${'1'.repeat(40)}`
const OTHER = `0x${'2'.repeat(40)}`

const Highlight = defineComponent(() => {
  useAddressHighlight()
  return () => null
})

async function mountAddresses({ isFollowed }: { isFollowed: boolean }) {
  const follows = shallowRef(isFollowed)
  const { wrapper } = await mountInApp(() =>
    h('div', { style: '--lit: rgb(1, 2, 3)' }, [
      ...[OWN, OTHER, OWN].map((hash) => h('p', { 'data-address': hash }, h('bdi', hash))),
      h('p', { class: 'beside' }, 'no address'),
      follows.value ? h(Highlight) : null,
    ]),
  )
  const highlighted = () =>
    wrapper.findAll('p').map(({ element }) => getComputedStyle(element).backgroundColor === 'rgb(1, 2, 3)')
  return { wrapper, follows, highlighted }
}

test('all of the address under the pointer are highlighted, until it leaves them', async () => {
  const { wrapper, highlighted } = await mountAddresses({ isFollowed: true })
  await userEvent.hover(wrapper.find('bdi').element)
  expect(highlighted()).toEqual([true, false, true, false])
  await userEvent.hover(wrapper.find('.beside').element)
  expect(highlighted()).toEqual([false, false, false, false])
})

test('a pointer that rested there before anybody followed it counts too', async () => {
  const { wrapper, follows, highlighted } = await mountAddresses({ isFollowed: false })
  await userEvent.hover(wrapper.find('bdi').element)
  expect(highlighted()).toEqual([false, false, false, false])
  follows.value = true
  await expect.poll(highlighted).toEqual([true, false, true, false])
})
