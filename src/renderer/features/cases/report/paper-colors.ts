import type { FlowColors } from '#renderer/entities/flow/picture/theme-colors.ts'

/** Colours of pictures on paper, whatever the theme: dark lines on white, distinct in greyscale as well. */
export const PAPER_COLORS: FlowColors = {
  ground: '#ffffff',
  surface: '#ffffff',
  line: '#8a93a0',
  text: '#000000',
  faint: '#4a5260',
  accent: '#1f4fbf',
  came: '#12744a',
  went: '#b3470f',
  back: '#6a55b0',
  warn: '#8f5600',
  bad: '#a8201a',
}
