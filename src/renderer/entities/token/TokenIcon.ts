import { defineComponent, h, ref } from 'vue'
import { plainName } from '#shared/text/hostile-text.ts'
import { firstLetter } from '#renderer/lib/letter-case.ts'
import { useRemoteImage } from './use-remote-image.ts'

/** Icon of a token, `size` px. Until it is loaded, and where there is none, a letter on a colour. */
export const TokenIcon = defineComponent({
  props: {
    source: { type: String, required: true },
    /** Undefined also where remote images are switched off. */
    url: { type: String, default: undefined },
    /** Symbol or name, for the letter. */
    name: { type: String, default: '' },
    /** Address of the token, for the colour. */
    address: { type: String, required: true },
    size: { type: Number, default: 18 },
  },
  setup(props) {
    const image = useRemoteImage(
      () => props.source,
      () => props.url,
    )
    /** URL of the icon that the browser could not decode. */
    const broken = ref<string>()
    return () => {
      const size = `${String(props.size / 16)}rem`
      const style = { width: size, height: size }
      const src = image.value.state === 'there' ? image.value.src : undefined
      if (src !== undefined && src !== broken.value) {
        const onError = () => (broken.value = src)
        return h('img', { class: 'token-icon', src, alt: '', style, decoding: 'async', onError })
      }
      return h('span', {
        class: 'token-icon letter',
        'aria-hidden': 'true',
        ...letterOf(props.name, props.address, props.size),
      })
    }
  },
})

/**
 * Attributes of an element of the class `letter`, which shows a letter before its text. CSS draws the letter: as text
 * it would be part of the name beside it.
 */
export const letterOf = (name: string, address: string, size = 18) => ({
  'data-letter': firstLetter(plainName(name)),
  style: `--letter: ${colourOf(address)}${size === 18 ? '' : `; --letter-size: ${String(size / 16)}rem`}`,
})

/** Dark enough for white letters: in oklch, lightness .5 gives at least 4.5:1 at any hue with this chroma. */
function colourOf(address: string): string {
  let seed = 0
  for (let at = 0; at < address.length; at++)
    seed = ((Math.imul(seed, 31) + address.charCodeAt(at)) | 32) >>> 0
  return `oklch(.5 .13 ${String(seed % 360)})`
}
