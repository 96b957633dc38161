/** Limit of the pixels of all pictures on screen: 256 MB at four bytes a decoded pixel. */
const MAX_PIXELS_ON_SCREEN = 64_000_000

interface BudgetedPicture {
  readonly pixels: number
  readonly onShown: () => void
  /** Called where the picture does not fit. `show` makes room for it: the pictures that were shown first are hidden. */
  readonly onHidden: (show: () => void) => void
}

export interface PixelBudget {
  /** Shows the picture now, or later when there is room, until `signal` is aborted. */
  enter(picture: BudgetedPicture, signal: AbortSignal): void
}

/**
 * Limits the pixels of all pictures in a view together; the core limits each picture. Twelve pictures of 16 million
 * pixels took a window to 2 GB.
 */
export function createPixelBudget(maxPixels = MAX_PIXELS_ON_SCREEN): PixelBudget {
  const shown = new Set<BudgetedPicture>()
  const hidden = new Set<BudgetedPicture>()
  let pixels = 0

  const hasRoom = (picture: BudgetedPicture) => pixels + picture.pixels <= maxPixels
  function show(picture: BudgetedPicture) {
    hidden.delete(picture)
    shown.add(picture)
    pixels += picture.pixels
    picture.onShown()
  }
  function leave(picture: BudgetedPicture) {
    hidden.delete(picture)
    if (shown.delete(picture)) pixels -= picture.pixels
  }
  function hide(picture: BudgetedPicture) {
    leave(picture)
    hidden.add(picture)
    picture.onHidden(() => {
      if (!hidden.has(picture)) return
      for (const one of shown) {
        if (hasRoom(picture)) break
        hide(one)
      }
      show(picture)
    })
  }

  return {
    enter(picture, signal) {
      if (hasRoom(picture)) show(picture)
      else hide(picture)
      signal.addEventListener('abort', () => {
        leave(picture)
        for (const one of hidden) if (hasRoom(one)) show(one)
      })
    },
  }
}
