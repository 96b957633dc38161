/** How soon a request is needed: by a person who waits for it in the window, or by work in the background. */
export const PRIORITIES = ['visible', 'background'] as const
export type Priority = (typeof PRIORITIES)[number]
