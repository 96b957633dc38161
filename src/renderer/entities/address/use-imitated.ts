import { computed, inject, provide, type ComputedRef, type InjectionKey } from 'vue'

type Imitated = ReadonlyMap<string, string>
const key: InjectionKey<ComputedRef<Imitated>> = Symbol('imitated addresses')
const NONE = computed<Imitated>(() => new Map())

/** Provides imitations to all addresses in the component: imitator to imitated address, in lower case. */
export const provideImitated = (imitated: ComputedRef<Imitated>): void => {
  provide(key, imitated)
}

export const useImitated = (): ComputedRef<Imitated> => inject(key, NONE)
