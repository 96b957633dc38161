/**
 * The Electron host, over the stand-in, against the loopback host: the same page and core, another way to the screen.
 * Memory and idle CPU are of our own processes; Chromium's are told beside them. Linux only: it reads /proc.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { stageApp } from '../../build/app-files.ts'
import { startApp } from '../../e2e/app.ts'
import { startElectronApp } from '../../e2e/electron-app.ts'
import { startService } from '../../e2e/service.ts'
import { below, median, type Figure } from '../figure.ts'
import { launchChromium } from '../launch-chromium.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const ROUNDS = 7
const IDLE_MS = 60_000
const TABS = 10
const TICKS_A_SECOND = 100

export async function run(): Promise<Figure[]> {
  if (process.platform !== 'linux') return []
  const service = await startService({ transactions: 1_234 })
  try {
    return [...(await starts(service.url)), ...(await atRest(service.url)), size()]
  } finally {
    await service.close()
  }
}

/** From nothing to the first rows, with a browser of its own each time; the two take turns. */
async function starts(source: string): Promise<Figure[]> {
  const loopback: number[] = []
  const standIn: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    loopback.push(
      await timed(async () => {
        const [app, browser] = await Promise.all([startApp({ source }), openBrowser()])
        const page = await browser.newPage()
        await page.goto(app.url)
        await firstRows(page)
        return async () => {
          await browser.close()
          await app.stop()
        }
      }),
    )
    standIn.push(
      await timed(async () => {
        const app = await startElectronApp('stand-in', { source })
        await firstRows(app.page)
        return () => app.stop()
      }),
    )
  }
  return [
    { name: 'loopback host: start to first rows', value: median(loopback), unit: 'ms' },
    { name: 'Electron host (stand-in): start to first rows', value: median(standIn), unit: 'ms' },
    below('of the loopback host’s time', median(standIn) / median(loopback), 1.5, 'x'),
  ]
}

async function timed(work: () => Promise<() => Promise<unknown>>): Promise<number> {
  const from = performance.now()
  const end = await work()
  const ms = performance.now() - from
  await end()
  return ms
}

/** Ten tabs on a chain that stands still: what it costs to have the app open. */
async function atRest(source: string): Promise<Figure[]> {
  const app = await startApp({ source })
  const browser = await openBrowser()
  const standIn = await startElectronApp('stand-in', { source })
  try {
    for (let tab = 0; tab < TABS; tab++) {
      const page = await browser.newPage()
      await page.goto(app.url)
      await firstRows(page)
    }
    await firstRows(standIn.page)
    const ours = [app.process.pid ?? 0, childOf(app.process.pid ?? 0, 'core.js')]
    const electrons = [standIn.process.pid ?? 0, childOf(standIn.process.pid ?? 0, 'core-entry')]
    const pages = childrenNamed('--type=renderer')
    const before = [cpuMs(ours), cpuMs(pages)]
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    const share = (index: number, pids: readonly number[]) =>
      ((cpuMs(pids) - (before[index] ?? 0)) / IDLE_MS) * 100
    return [
      below('idle with ten tabs: host and core', share(0, ours), 0.5, '% of a core'),
      { name: 'idle with ten tabs: the eleven pages', value: share(1, pages), unit: '% of a core' },
      { name: 'memory: loopback host', value: megabytes(ours[0]), unit: 'MB' },
      { name: 'memory: its core', value: megabytes(ours[1]), unit: 'MB' },
      { name: 'memory: Electron host (Node part)', value: megabytes(electrons[0]), unit: 'MB' },
      { name: 'memory: its core', value: megabytes(electrons[1]), unit: 'MB' },
    ]
  } finally {
    await standIn.stop()
    await browser.close()
    await app.stop()
  }
}

function size(): Figure {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  const bytes = stageApp(ROOT, join(folder, 'app'), '').reduce((sum, file) => sum + file.bytes, 0)
  rmSync(folder, { recursive: true })
  return below('packaged app without Electron’s own files', bytes / 1024 / 1024, 6, 'MB')
}

const openBrowser = (): Promise<Browser> => launchChromium()

const firstRows = (page: Page) => page.getByRole('row').nth(3).waitFor()

const processes = () =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((found) => found !== null)
    .map(([, pid, ppid, args = '']) => ({ pid: Number(pid), ppid: Number(ppid), args }))

const childOf = (parent: number, entry: string): number =>
  processes().find(({ ppid, args }) => ppid === parent && args.includes(entry))?.pid ?? 0

/** Processes of the browsers that this process has started. */
function childrenNamed(word: string): number[] {
  const all = processes()
  const mine = new Set([process.pid])
  for (let grown = 0; grown !== mine.size;) {
    grown = mine.size
    for (const { pid, ppid } of all) if (mine.has(ppid)) mine.add(pid)
  }
  return all.filter(({ pid, args }) => mine.has(pid) && args.includes(word)).map(({ pid }) => pid)
}

/** User and system time so far; a process that has gone counts nothing. */
function cpuMs(pids: readonly number[]): number {
  let ticks = 0
  for (const pid of pids) {
    const fields = read(`/proc/${String(pid)}/stat`)
      .replace(/^.*\) /, '')
      .split(' ')
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  }
  return (ticks / TICKS_A_SECOND) * 1_000
}

/** A process's private memory, and its share of shared memory. */
const megabytes = (pid = 0): number =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${String(pid)}/smaps_rollup`))?.[1] ?? 0) / 1024

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
