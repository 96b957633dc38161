import { describe, expect, it } from 'vitest'
import { droppedFolder, type FolderFile } from './folder-files.ts'
import { readAbiFolder } from './read-abi-folder.ts'

const ARTIFACT = JSON.stringify({ abi: [{ type: 'function', name: 'poke', inputs: [] }] })
const file = (path: string, text = ARTIFACT): FolderFile => ({
  path,
  size: text.length,
  text: () => Promise.resolve(text),
})
const read = (files: readonly FolderFile[], signal = new AbortController().signal) =>
  readAbiFolder(files, signal, () => undefined)

describe('a folder of artifacts', () => {
  it('of 100,000 files is read in part, and says so', async () => {
    const content = await read(Array.from({ length: 100_000 }, (_, at) => file(`${String(at)}.json`)))
    expect(content).toMatchObject({ files: 5_000, functions: 1, isCut: true, ignored: 0 })
  })

  it('is read within its bytes', async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ ...file(`${String(at)}.json`), size: 9_000_000 }))
    expect(await read(many)).toMatchObject({ files: 23, isCut: true })
  })

  it('says of each file that is left out why', async () => {
    const broken: FolderFile = { path: 'gone.json', size: 1, text: () => Promise.reject(new Error('gone')) }
    expect(
      await read([
        file('a/A.json'),
        file('a/B.json', '{'),
        { ...file('C.json'), size: 50_000_000 },
        broken,
        file('D.json', '[{"type":"function","name":"f","inputs":[{"type":"uint7"}]}]'),
        file('build-info/x.json'),
        file('A.dbg.json'),
        file('readme.md'),
        file(`${'deep/'.repeat(20)}E.json`),
      ]),
    ).toMatchObject({
      files: 1,
      text: 'function poke()',
      refused: [
        { path: 'a/B.json', why: 'no_abi' },
        { path: 'C.json', why: 'too_large' },
        { path: 'gone.json', why: 'not_readable' },
        { path: 'D.json', why: 'no_abi' },
      ],
      ignored: 4,
      isCut: false,
    })
  })

  it('keeps no more than an ABI may have', async () => {
    const long = JSON.stringify(
      Array.from({ length: 30_000 }, (_, at) => `function f${String(at)}(uint256 a)`),
    )
    const { functions, text, isCut } = await read([file('a.json', long), file('b.json')])
    expect([functions, isCut]).toEqual([20_000, true])
    expect(text.length).toBeLessThan(5 * 1024 * 1024)
  })

  it('is given up where it is called off', async () => {
    await expect(read([file('a.json')], AbortSignal.abort())).rejects.toThrow()
  })
})

describe('a dropped folder', () => {
  /** A folder that contains itself, as a circle of symbolic links does. */
  const circle = (): FileSystemDirectoryEntry => {
    const entry = {
      isDirectory: true,
      isFile: false,
      name: 'out',
      createReader: () => {
        let isRead = false
        return {
          readEntries: (resolve: (entries: unknown[]) => void) => {
            const file = {
              isFile: true,
              isDirectory: false,
              name: 'A.json',
              file: (take: (file: File) => void) => {
                take(new File(['["function poke(uint256 a)"]'], 'A.json'))
              },
            }
            resolve(isRead ? [] : [entry, file])
            isRead = true
          },
        }
      },
    }
    return entry as unknown as FileSystemDirectoryEntry
  }

  it('that links to itself is read as deep as artifacts lie, and no deeper', async () => {
    const items = [{ webkitGetAsEntry: circle }] as unknown as DataTransferItemList
    const { name, files } = await droppedFolder(items)!
    expect([name, files.length, files.at(-1)?.path]).toEqual(['out', 12, `${'out/'.repeat(11)}A.json`])
  })
})
