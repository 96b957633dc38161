/** `sources`: lists the sources, and changes the list. */
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { createRowOutput } from '../output/formats.ts'
import type { CommandContext } from '../command-context.ts'
import { UsageError } from '../output/failures.ts'

export async function sources({ session, output, format }: CommandContext): Promise<void> {
  const { sources: all, current } = await readState(session.client, 'sources.changed', {})
  const rows = createRowOutput(format, output, {
    columns: [
      { name: 'id' },
      { name: 'name' },
      { name: 'kind' },
      { name: 'host' },
      { name: 'chain', isNumber: true },
      { name: 'key' },
      { name: 'in use' },
    ],
  })
  await rows.write(
    all
      .filter(({ hidden }) => !hidden)
      .map((source) => ({
        item: { ...describeSource(source), isCurrent: source.id === current },
        cells: [
          source.id,
          source.name,
          source.kind,
          source.host,
          source.chainId ?? '',
          source.key.state,
          source.id === current ? 'yes' : '',
        ],
      })),
  )
  await rows.end()
}

/** The description of a source for programs: without its key, and without a URL that may contain one. */
export const describeSource = ({ id, name, kind, host, chainId }: SourceView) => ({
  id,
  name,
  kind,
  host,
  chainId: chainId ?? null,
})

export async function addSource({ session, output }: CommandContext, url: string): Promise<void> {
  const added = await session.call('sources.add', { url })
  output.note(`Added ${added.name} as ${added.id}.`)
}

export async function useSource({ session, output }: CommandContext, name: string): Promise<void> {
  const { id, name: known } = await named(session, name)
  await session.call('sources.use', { id })
  output.note(`${known} is in use now.`)
}

export async function removeSource({ session, output }: CommandContext, name: string): Promise<void> {
  const { id, name: known } = await named(session, name)
  await session.call('sources.remove', { id })
  output.note(`${known} was removed.`)
}

async function named({ client }: CommandContext['session'], text: string): Promise<SourceView> {
  const { sources: all } = await readState(client, 'sources.changed', {})
  const found = all.find(({ id, name }) => id === text || name.toLowerCase() === text.toLowerCase())
  if (found) return found
  throw new UsageError(`There is no source “${text}”. “chainglass sources” lists them.`)
}
