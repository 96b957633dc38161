import { readState } from '#shared/rpc/read-state.ts'
import { describeSource } from '../../commands/sources.ts'
import { defineTool } from '../tool.ts'

export const listSources = defineTool({
  name: 'list_sources',
  title: 'Sources',
  description:
    'The sources of chain data that the person has: instances, Pro, followed nodes, the sample chain.',
  input: {},
  async run({ session }) {
    const { sources, current } = await readState(session.client, 'sources.changed', {})
    return {
      data: sources
        .filter(({ hidden }) => !hidden)
        .map((source) => ({ ...describeSource(source), isCurrent: source.id === current })),
    }
  },
})
