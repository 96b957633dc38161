type Stream<Data> = (
  input: Record<string, never>,
  emit: (data: Data) => void,
  context: { readonly signal: AbortSignal; readonly connection: object },
) => () => void

/** The state that a new subscriber gets first. */
export function readStream<Data>(stream: Stream<Data>): Data {
  const events: Data[] = []
  const stop = stream({}, (data) => events.push(data), {
    signal: new AbortController().signal,
    connection: {},
  })
  stop()
  const [state] = events
  if (state === undefined) throw new Error('The stream emits no present state.')
  return state
}
