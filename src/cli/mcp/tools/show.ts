import * as z from 'zod/mini'
import { readThing } from '../../commands/show.ts'
import { describeKept } from '../../describe-kept.ts'
import { defineTool, text } from '../tool.ts'
import { withSaidName } from '../../with-call-name.ts'

export const show = defineTool({
  name: 'show',
  title: 'One thing',
  description: 'An address, transaction, token, NFT or block in full, as its source gives it.',
  input: {
    thing: text(
      500,
      'An address, an NFT as TOKEN:ID, a transaction hash, a block’s height or hash, latest, a time in UTC, a label of the person, or a link to one.',
    ),
    token: z.optional(z.boolean().check(z.describe('The address is a token: what the token says.'))),
  },
  async run({ session, note }, { thing, token = false }) {
    const { item, kept } = await readThing(session, thing, token, { note })
    if (kept) note(describeKept(kept))
    return { data: withSaidName(item), readAt: kept?.readAt }
  },
})
