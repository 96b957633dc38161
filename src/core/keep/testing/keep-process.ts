/** A process for tests that keeps a list until it is killed. Arguments: its folder and the URL of the instance. */
import { listOf } from '../../archive/testing/open-list.ts'
import { openKeep } from './open-keep.ts'

const [folder = '', url = ''] = process.argv.slice(2)
const opened = openKeep({ folder, url })
if (opened.keep.view().jobs.length === 0)
  opened.keep.start({ source: opened.source, lists: [{ ...listOf(opened.source), total: null }] })
// The timers of the jobs alone do not keep the process running.
setInterval(() => {
  if (opened.keep.view().jobs[0]?.state !== 'done') return
  opened.close()
  process.exit(0)
}, 5)
