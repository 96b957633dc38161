import { useId } from 'vue'

/**
 * Prefix for the ids of a component's parts. The underscore keeps them apart from Vue's own: in async components, Vue
 * adds a hyphen and a number to the id of another component.
 */
export const useIdPrefix = (): string => `${useId()}_`
