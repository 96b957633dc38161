// oxfmt only says which files Prettier has to read (scripts/lint-steps.mjs): its options are Prettier's.
import prettier from './prettier.config.ts'

export default { ...prettier, sortPackageJson: false }
