/**
 * The filter language and the parts of its field, as one chunk. It is loaded when a filter is first used.
 */
export { decodedLineText } from '#renderer/entities/abi/decoded-line.ts'
export { default as FilterAssistant } from './FilterAssistant.vue'
export { default as FilterHelp } from './FilterHelp.vue'
export { default as FilterLine } from './FilterLine.vue'
export { filterBy } from './filter-by.ts'
export { readFilter } from './read-filter.ts'
