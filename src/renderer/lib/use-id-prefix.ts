import { useId } from 'vue'

/**
 * What the ids of a component's parts begin with. Not `useId` itself: of async components Vue's ids are those of others
 * with a hyphen and a number behind, as ids of parts are.
 */
export const useIdPrefix = (): string => `${useId()}_`
