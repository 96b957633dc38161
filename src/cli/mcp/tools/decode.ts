import * as z from 'zod/mini'
import { readMeaning } from '../../commands/decode.ts'
import { shapeFields } from '../shape.ts'
import { defineTool, text } from '../tool.ts'

const MAX_DATA_LENGTH = 1024 * 1024

export const decode = defineTool({
  name: 'decode',
  title: 'What a call means',
  description: 'The function and the arguments that the input of a call stands for, and by whose word.',
  input: {
    data: text(MAX_DATA_LENGTH, 'The input: 0x and hexadecimal digits.'),
    to: z.optional(text(200, 'The contract that is called: its source is asked for its ABI.')),
    whole: shapeFields.whole,
  },
  async run({ session, note }, { data, to }) {
    const decoded = await readMeaning(session, data, to, { note })
    if (!decoded) note('Nothing is known of this.')
    return { data: decoded }
  },
})
