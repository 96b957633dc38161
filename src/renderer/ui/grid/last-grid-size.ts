/** The size of the last grid in this window, px: the next one mostly has the same. */
export const lastGridSize = { room: 600, width: 0 }
