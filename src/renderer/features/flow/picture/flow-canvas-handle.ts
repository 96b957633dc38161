import type { FlowColors } from '#renderer/entities/flow/picture/theme-colors.ts'

/** Functions of the picture that its parent calls. */
export interface FlowCanvasHandle {
  readonly focus: () => void
  /** Fits the whole graph into view. */
  readonly show: () => void
  readonly zoom: (by: number) => void
  /** The colours in use; undefined if nothing is drawn. */
  readonly colors: () => FlowColors | undefined
  readonly fonts: () => { readonly text: string; readonly mono: string }
}
