// The icon at every size, into out/icons. `npm run package` does it by itself.
import { join } from 'node:path'
import { makeIcons } from '../build/icons.ts'
import { ROOT } from './setup.mjs'

makeIcons(join(ROOT, 'build'), join(ROOT, 'out', 'icons'))
