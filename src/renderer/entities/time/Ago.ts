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

/** A time in either mode, the other one on hover. Renders again only when its own text changes, not at every tick. */
export const Ago = defineComponent({
  props: {
    time: { type: String, required: true },
    mode: { type: String as () => TimeMode, required: true },
    /** `12 s ago`, where it does not stand in a column of ages. */
    whole: { type: Boolean, default: false },
    zone: { type: String as () => Zone, required: true },
  },
  setup(props) {
    const now = useNow()
    const ago = computed(() => formatAge(props.time, now.value))
    return () =>
      h(
        'time',
        {
          datetime: props.time,
          'data-copy': props.time,
          title: props.mode === 'relative' ? formatFullTime(props.time, props.zone) : formatAgo(ago.value),
        },
        props.mode === 'absolute'
          ? formatShortTime(props.time, props.zone)
          : props.whole
            ? formatAgo(ago.value)
            : ago.value,
      )
  },
})
