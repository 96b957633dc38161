// The rules that need types, for the scripts of components (lint-components.ts).
export { componentScripts as default } from '../../oxlint.config.ts'
