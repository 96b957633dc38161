import * as z from 'zod/mini'
import { readThing } from '../../commands/show.ts'
import { describeKept } from '../../describe-kept.ts'
import { shapeFields } from '../shape.ts'
import { defineTool, text } from '../tool.ts'
import { withCalled } from '../../with-called.ts'

export const show = defineTool({
  name: 'show',
  title: 'One thing',
  description: 'An address, transaction, token, NFT or block, as its source gives it.',
  input: {
    thing: text(
      500,
      'An address, an NFT as TOKEN:ID, a transaction hash, a block’s height or hash, latest, a time in UTC, a label of the person, an ENS name, or a link to one.',
    ),
    token: z.optional(z.boolean().check(z.describe('The address is a token: what the token says.'))),
    ...shapeFields,
  },
  async run({ session, note, shape }, { thing, token = false }) {
    const { item, kept } = await readThing(session, thing, token, { note })
    if (kept) note(describeKept(kept))
    return { ...shape.of(withCalled(item), true), readAt: kept?.readAt }
  },
})
