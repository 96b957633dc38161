import { computed, defineComponent, h } from 'vue'
import { fullTime, shortTime, timeAgo, type TimeMode, type Zone } from '#renderer/lib/format-time.ts'
import { useNow } from './clock.ts'

/** A time in either mode, the other one on hover. Draws again only when its own words change, not at every tick. */
export const Ago = defineComponent({
  props: {
    time: { type: String, required: true },
    mode: { type: String as () => TimeMode, required: true },
    zone: { type: String as () => Zone, required: true },
  },
  setup(props) {
    const now = useNow()
    const ago = computed(() => timeAgo(props.time, now.value))
    return () =>
      h(
        'time',
        {
          datetime: props.time,
          'data-copy': props.time,
          title: props.mode === 'relative' ? fullTime(props.time, props.zone) : `${ago.value} ago`,
        },
        props.mode === 'relative' ? ago.value : shortTime(props.time, props.zone),
      )
  },
})
