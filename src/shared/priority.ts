/** The priority of a request: a person waits for it in the window, or background work made it. */
export const PRIORITIES = ['visible', 'background'] as const
export type Priority = (typeof PRIORITIES)[number]
