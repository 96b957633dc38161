/**
 * The filter language and the parts of the window that need it, as one chunk. It is loaded when a filter or totals are
 * first used.
 */
export { decodedLineText } from '#renderer/entities/abi/decoded-line.ts'
export { default as TotalsPanel } from '../totals/TotalsPanel.vue'
export { default as FilterAssistant } from './FilterAssistant.vue'
export { default as FilterHelp } from './FilterHelp.vue'
export { default as FilterLine } from './FilterLine.vue'
export { filterBy } from './filter-by.ts'
export { readFilter } from './read-filter.ts'
