import { computed, inject, provide, type ComputedRef, type InjectionKey } from 'vue'

type Imitated = ReadonlyMap<string, string>
const key: InjectionKey<ComputedRef<Imitated>> = Symbol('imitated addresses')
const NONE = computed<Imitated>(() => new Map())

/** Tells every address below whom it imitates: by address in lower case, as in a list. */
export const provideImitated = (imitated: ComputedRef<Imitated>): void => {
  provide(key, imitated)
}

export const useImitated = (): ComputedRef<Imitated> => inject(key, NONE)
