/** Increases when an older program can't read what a newer one stores. */
export const WORKSPACE_VERSION = 1
export const MAX_PANES = 2
/** Places of all panes together. */
export const MAX_PLACES = 100
export const MAX_PATH_LENGTH = 8_000
export const MAX_TITLE_LENGTH = 200
/** The smallest part of the window that a pane has. */
export const MIN_RATIO = 0.2
