import { h } from 'vue'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail } from '#shared/errors/errors.ts'
import NftImage from '#renderer/entities/token/NftImage.vue'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import ImagesQuestion from './ImagesQuestion.vue'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const question = () => page.getByRole('region', { name: 'Remote images' })

/** Opens an image of another host and the question. The core refuses the image until the person agrees. */
async function open() {
  const core = createScriptedCore()
  let agreed: boolean | undefined
  core.handle('media.image', () =>
    agreed
      ? { type: 'image/png', base64: PNG, width: 1, height: 1 }
      : fail({ code: 'forbidden', byWhom: 'chainglass', reason: 'images_not_agreed' }),
  )
  core.handle('settings.change', (changes) => {
    agreed = changes.images
    return changes
  })
  const picture = { source: 'eth', url: 'https://images.example/7.png', alt: 'Seven' }
  await mountInApp({ render: () => h('div', [h(ImagesQuestion), h(NftImage, picture)]) }, { core })
  core.emit('settings.changed', {})
  await expect.element(question()).toBeVisible()
  return core
}

test('the first picture of another host asks; once agreed, it is fetched', async () => {
  const core = await open()
  await expect.element(page.getByText('Images are off')).toBeVisible()
  await userEvent.click(question().getByRole('button', { name: 'Show', exact: true }))
  await expect.element(page.getByRole('img', { name: 'Seven' })).toBeVisible()
  await expect.element(question()).not.toBeInTheDocument()
  expect(core.inputsOf('settings.change')).toEqual([{ images: true }])
})

test('declined, nothing is asked again and no picture is fetched', async () => {
  const core = await open()
  await userEvent.click(question().getByRole('button', { name: 'Hide' }))
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(page.getByText('Images are off')).toBeVisible()
  expect(core.inputsOf('settings.change')).toEqual([{ images: false }])
  expect(core.inputsOf('media.image')).toHaveLength(1)
})
