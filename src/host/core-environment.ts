/**
 * The environment of a core's process. glibc gives each thread a part of the heap of its own and keeps what is freed in it:
 * with threads that come and go all day, a hundred MB that nobody uses. Other systems do not know the variable.
 */
export const coreEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  MALLOC_ARENA_MAX: '2',
  ...environment,
})
