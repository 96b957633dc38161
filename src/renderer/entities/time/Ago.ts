import { computed, defineComponent, h } from 'vue'
import {
  formatAgo,
  formatFullTime,
  formatShortTime,
  formatAge,
  type TimeMode,
  type Zone,
} from '#renderer/lib/format-time.ts'
import { useNow } from '#renderer/stores/clock.ts'

/**
 * A time in either mode. The tooltip has all forms: the person's zone, the other zone and the age. Renders only when
 * its own text changes, not at every tick.
 */
export const Ago = defineComponent({
  props: {
    time: { type: String, required: true },
    mode: { type: String as () => TimeMode, required: true },
    /** Adds `ago` or the zone, where no column head gives it. */
    whole: { type: Boolean, default: false },
    zone: { type: String as () => Zone, required: true },
  },
  setup(props) {
    const now = useNow()
    const age = computed(() => formatAge(props.time, now.value))
    const ago = computed(() => formatAgo(props.time, now.value))
    const dates = computed(() => {
      const other = props.zone === 'utc' ? 'local' : 'utc'
      return `${formatFullTime(props.time, props.zone)}\n${formatFullTime(props.time, other)}`
    })
    const shown = () => {
      if (props.mode === 'relative') return props.whole ? ago.value : age.value
      return (props.whole ? formatFullTime : formatShortTime)(props.time, props.zone)
    }
    return () =>
      h(
        'time',
        {
          datetime: props.time,
          'data-copy': props.time,
          title: `${dates.value}\n${ago.value}`,
        },
        shown(),
      )
  },
})
