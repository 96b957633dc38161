/** Writers of formats that consist of lines of text. */
import type { ExportPage } from '#shared/export/export-row.ts'
import { openOutput } from './file-output.ts'
import type { RowWriter, WriterOptions } from './row-writer.ts'

export async function openTextWriter(
  { path, from }: WriterOptions,
  /** The text before the first row. */
  head: string,
  linesOf: (page: ExportPage) => string,
): Promise<RowWriter> {
  const output = await openOutput(path, from?.offset ?? 0)
  if (!from) await output.write(head)
  return {
    get bytes() {
      return output.offset
    },
    write: (page) => output.write(linesOf(page)),
    async save() {
      await output.flush()
      return { offset: output.offset, memory: null }
    },
    finish: output.flush,
    close: output.close,
  }
}
