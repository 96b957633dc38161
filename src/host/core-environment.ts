/**
 * The environment of a core's process. With threads that start and end all day, glibc's heap per thread would keep
 * about a hundred MB of freed memory; the variable limits it. Other systems ignore the variable.
 */
export const coreEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  MALLOC_ARENA_MAX: '2',
  ...environment,
})
