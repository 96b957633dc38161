import type { FlowColors } from '#renderer/entities/flow/picture/theme-colors.ts'

/** What a view can tell its picture to do. */
export interface FlowCanvasHandle {
  readonly focus: () => void
  /** All of it. */
  readonly show: () => void
  readonly zoom: (by: number) => void
  /** As it is drawn now; undefined where it is not. */
  readonly colors: () => FlowColors | undefined
  readonly fonts: () => { readonly text: string; readonly mono: string }
}
