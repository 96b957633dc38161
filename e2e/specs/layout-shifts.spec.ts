/** Nothing of a page or a tab moves while what the core sends arrives piece by piece. */
import { appUrl, expect, test } from '../app.ts'
import { recordLayoutShifts, slowCore } from '../layout-shifts.ts'
import { suggestedAddress } from '../service.ts'
import { views, type View } from '../views.ts'

const tab =
  (name: string, of: string): View['path'] =>
  (chain, source) =>
    `/s/${source}/address/${suggestedAddress(chain, of).address}?tab=${name}`

/** Tabs and pages that are no picture of the documentation. */
const FURTHER: readonly View[] = [
  {
    name: 'a hidden source',
    path: () => '/sources',
    prepare: (core, { sourceId }) => core.call('sources.hide', { id: sourceId, hidden: true }),
    ready: (page) => page.getByRole('button', { name: 'Show 1 hidden' }).waitFor(),
  },
  {
    name: 'cases',
    path: () => '/cases',
    prepare: async (core) => {
      for (const name of ['Harbour theft', 'Whale'])
        await core.call('cases.create', { name, workspace: null })
    },
    ready: (page) => page.getByRole('heading', { name: 'Whale', exact: true }).waitFor(),
  },
  ...['source', 'abi', 'read', 'creation', 'storage', 'bytecode'].map((part): View => ({
    name: `contract, ${part}`,
    path: tab(`contract&part=${part}`, 'Sample Dollar'),
    ready: (page) => page.getByRole('region', { name: 'Contract', exact: true }).waitFor(),
  })),
  {
    name: 'approvals',
    path: tab('approvals', 'Whale'),
    ready: (page) =>
      page
        .getByRole('region', { name: 'Approvals', exact: true })
        .getByText('Chainglass only reads')
        .waitFor(),
  },
]
const NAMES = ['settings', 'sources', 'ledger']
const all = (url: string) => [...views(url).filter(({ name }) => NAMES.includes(name)), ...FURTHER]

for (const { name } of all(''))
  for (const width of [1440, 700])
    test(`${name}, ${String(width)} px wide`, async ({ page, app, sample }) => {
      const view = all(sample.url).find((one) => one.name === name)!
      await view.prepare?.(app.core, { ...sample, sourceId: sample.source })
      // All of a page is in sight: what moves out of sight is not reported.
      await page.setViewportSize({ width, height: 3_000 })
      const core = await slowCore(page)
      await page.goto(appUrl(app, await view.path(sample, sample.source)))
      await page.getByRole('navigation').first().waitFor()
      const shifts = await recordLayoutShifts(page, '.page, [role=tabpanel]')
      core.begin()
      await view.ready(page)
      await expect.poll(core.isSettled).toBe(true)
      // Which tabs fit into the strip is known once the menu of the others is loaded.
      expect((await shifts()).filter((line) => !line.includes('role="tab"'))).toEqual([])
    })
