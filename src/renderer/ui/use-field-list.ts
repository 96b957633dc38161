/**
 * A field with a list of options: the combobox of WAI-ARIA. The field keeps the focus and names the chosen option. The
 * list has the id `id`, and each option one of `optionId`.
 */
import { computed, nextTick, ref, watch, type ComputedRef, type WritableComputedRef } from 'vue'

export interface FieldList {
  /** Index of the chosen option; -1 for none. */
  readonly at: WritableComputedRef<number>
  readonly optionId: (index: number) => string
  /** ARIA attributes of the field. */
  readonly attributes: ComputedRef<Readonly<Record<string, string | boolean | undefined>>>
  /** Moves to the next option, wrapping at both ends. */
  readonly move: (by: 1 | -1) => void
  /** Clears the choice, for other options or a list that opens again. */
  readonly forget: () => void
}

/** `first`: the option that is chosen before a person chooses one. */
export function useFieldList(id: string, count: () => number, first: () => number = () => -1): FieldList {
  /** The option that a person moved to by key or pointer. */
  const chosen = ref<number>()
  const optionId = (index: number) => `${id}-${String(index)}`
  const at = computed({
    get: () => Math.min(chosen.value ?? first(), count() - 1),
    set: (index) => (chosen.value = index),
  })
  watch(at, async (index) => {
    await nextTick()
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
  })
  return {
    at,
    optionId,
    attributes: computed(() => ({
      'aria-expanded': count() > 0,
      'aria-controls': count() > 0 ? id : undefined,
      'aria-activedescendant': at.value < 0 ? undefined : optionId(at.value),
    })),
    move(by) {
      if (count() === 0) return
      const from = at.value < 0 && by < 0 ? 0 : at.value
      at.value = (from + by + count()) % count()
    },
    forget: () => (chosen.value = undefined),
  }
}
