// Processes that only tests start, built as out/node is: out/test-node. The programs and threads that they start in turn are
// there too.
import { mergeConfig } from 'vite'
import node from './vite.node.config.ts'

export default mergeConfig(node, {
  build: {
    outDir: 'out/test-node',
    rolldownOptions: {
      input: {
        'dying-core': 'src/web/testing/dying-core-entry.ts',
        'export-runner': 'src/core/testing/export-runner.ts',
        'hold-store': 'src/core/store/testing/hold-store.ts',
        'index-child': 'src/service/indexer/testing/index-child.ts',
        'index-opener': 'src/server/testing/index-opener.ts',
        'keep-process': 'src/core/keep/testing/keep-process.ts',
        'killed-writer': 'src/service/indexer/testing/killed-writer.ts',
        // A thread of those that keep their index in PostgreSQL.
        'postgres-worker': 'src/server/postgres/postgres-worker.ts',
        'label-writer': 'src/core/watchlist/testing/label-writer.ts',
        'open-as-nobody': 'src/core/store/testing/open-as-nobody.ts',
      },
    },
  },
})
