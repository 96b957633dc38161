/** Counts up when an older program could not read what a newer one kept. */
export const WORKSPACE_VERSION = 1
export const MAX_PANES = 2
/** Of all panes together. */
export const MAX_PLACES = 100
export const MAX_PATH_LENGTH = 8_000
export const MAX_TITLE_LENGTH = 200
/** A pane keeps at least so much of the window. */
export const MIN_RATIO = 0.2
