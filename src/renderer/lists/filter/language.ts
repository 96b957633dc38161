/** The filter language, and what of the window needs it: one part, loaded when a filter or totals are first used. */
export { decodedLineText } from '#renderer/entities/abi/decoded-line.ts'
export { default as TotalsPanel } from '../totals/TotalsPanel.vue'
export { default as FilterAssistant } from './FilterAssistant.vue'
export { default as FilterHelp } from './FilterHelp.vue'
export { default as FilterLine } from './FilterLine.vue'
export { filterBy } from './filter-by.ts'
export { readFilter } from './read-filter.ts'
